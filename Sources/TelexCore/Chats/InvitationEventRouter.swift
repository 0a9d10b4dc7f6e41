/// Routes the events of invitations.
enum InvitationEventRouter {
    static func route(_ event: InvitationEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .received(let chat, let title, let inviter):
            return module.model.invite(to: chat, title: title, inviter: inviter, stamp)
        case .requested(let chat, let title): return module.model.request(chat, title: title, stamp)
        case .accepting(let chat): return module.model.answerInvitation(to: chat, .accepting, .join(chat))
        case .declining(let chat): return module.model.answerInvitation(to: chat, .declining, .leave(chat))
        case .accepted(let chat): return module.model.join(chat)
        case .declined(let chat): return module.model.dropInvitation(to: chat)
        case .failed(let chat, let reason):
            return module.model.failInvitation(to: chat, reason)
        }
    }
}
