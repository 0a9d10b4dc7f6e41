/// Routes reactions.
enum ReactionEventRouter {
    /// - Parameter title: returns the title of a chat; `nil` if it does not exist.
    static func route(
        _ event: ReactionEvent, _ stamp: Stamp, title: (ChatID) -> String?, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .adding(let wish): return module.model.wishReaction(wish, isAdding: true, stamp)
        case .removing(let wish): return module.model.wishReaction(wish, isAdding: false, stamp)
        case .added(let added):
            return module.model.add(added.reaction, to: added.key, title: title(added.key.chat), stamp)
        case .removed(let removed): return module.model.remove(removed.reaction, from: removed.key, stamp)
        case .listed(let list):
            return module.model.list(list.reactions, of: list.key, title: title(list.key.chat), stamp)
        case .failed(let failure):
            return module.model.refuse(failure.key.chat, Outcome(.failed, reason: failure.reason), in: stamp.window)
        }
    }
}
