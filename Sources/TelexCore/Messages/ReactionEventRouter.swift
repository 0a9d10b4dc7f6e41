/// Routes reactions.
enum ReactionEventRouter {
    /// - Parameter title: returns the title of a chat; `nil` if it does not exist.
    static func route(
        _ event: ReactionEvent, _ stamp: Stamp, title: (ChatID) -> String?, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .adding(let chat, let message, let key):
            return module.model.wishReaction(key, to: message, in: chat, isAdding: true, stamp)
        case .removing(let chat, let message, let key):
            return module.model.wishReaction(key, to: message, in: chat, isAdding: false, stamp)
        case .added(let chat, let message, let reaction):
            return module.model.add(reaction, to: message, in: chat, title: title(chat), stamp)
        case .removed(let chat, let message, let reaction):
            return module.model.remove(reaction, from: message, in: chat, stamp)
        case .listed(let chat, let message, let reactions):
            return module.model.list(reactions, of: message, in: chat, title: title(chat), stamp)
        case .failed(let chat, _, let reason):
            return module.model.refuse(chat, Outcome(.failed, reason: reason), in: stamp.window)
        }
    }
}
