/// Routes the events of the members of chats.
enum MemberEventRouter {
    static func route(_ event: MemberEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .synced(let members): return module.model.sync(members)
        case .listing(let rows):
            module.model.list(members: rows, in: stamp.window)
            return .none
        case .inviting(let invitee):
            return module.model.change(invitee.chat, .invite(invitee.recipient.tidied), in: stamp.window)
        case .removing(let member): return module.model.change(member.chat, .remove(member.user), in: stamp.window)
        case .ignoring(let user): return module.model.ignore(user, true)
        case .unignoring(let user): return module.model.ignore(user, false)
        case .ignoredSynced(let synced): return module.model.accept(synced)
        case .ignoreFailed(let reason): return module.model.failSetting(reason, in: stamp.window)
        case .assigning(let wish):
            return module.model.change(wish.key.chat, .role(wish.key.user, wish.role.tidied), in: stamp.window)
        }
    }
}
