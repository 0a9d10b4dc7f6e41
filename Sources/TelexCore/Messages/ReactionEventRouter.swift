/// Routes reactions.
enum ReactionEventRouter {
    static func route(_ event: ReactionEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .adding(let wish): return module.model.wishReaction(wish, isAdding: true, stamp)
        case .removing(let wish): return module.model.wishReaction(wish, isAdding: false, stamp)
        case .added(let added): return module.model.add(added.reaction, to: added.key, stamp)
        case .removed(let removed): return module.model.remove(removed.reaction, from: removed.key, stamp)
        case .listed(let list): return module.model.list(list.reactions, of: list.key, stamp)
        case .failed(let failure):
            module.model.reactionWishes.settle(failure.key)
            return module.model.refuse(failure.key.chat, failure.reason, .failed, in: stamp.window)
        }
    }
}
