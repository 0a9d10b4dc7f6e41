/// Routes the events of invitations.
enum InvitationEventRouter {
    static func route(_ event: InvitationEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .received(let invitation): return module.model.invite(invitation, stamp)
        case .requested(let chat): return module.model.request(chat, stamp)
        case .accepting(let chat): return module.model.answerInvitation(to: chat, .accepting, .join(chat))
        case .declining(let chat): return module.model.answerInvitation(to: chat, .declining, .leave(chat))
        case .accepted(let chat): return module.model.join(chat)
        case .declined(let chat): return module.model.dropInvitation(to: chat)
        case .failed(let failure): return module.model.failInvitation(failure)
        }
    }
}
