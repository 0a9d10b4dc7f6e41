/// Routes inbox events.
enum InboxEventRouter {
    /// - Parameter hasChats: whether the list of chats is loaded, or cannot be.
    static func route(
        _ event: InboxEvent, _ stamp: Stamp, hasChats: Bool, _ module: InboxModule
    ) -> Consequences {
        switch event {
        case .following(let cursor): module.model.follow(after: cursor, hasChats: hasChats, in: stamp.window)
        case .leaving: module.model.leave(stamp.window)
        case .loaded(let page): module.model.receive(page, in: stamp.window)
        case .loadFailed(let reason): module.model.fail(reason, in: stamp.window)
        }
    }
}
