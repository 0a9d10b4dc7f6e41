/// Routes the following of all chats.
enum InboxEventRouter {
    static func route(_ event: InboxEvent, _ stamp: Stamp, _ module: InboxModule) -> Consequences {
        switch event {
        case .following(let cursor): module.model.follow(after: cursor, in: stamp.window)
        case .leaving: module.model.leave(stamp.window)
        case .loaded(let page): module.model.take(page, in: stamp.window)
        case .loadFailed(let reason): module.model.fail(reason, in: stamp.window)
        }
    }
}
