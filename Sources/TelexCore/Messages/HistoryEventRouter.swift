/// Routes the history events.
enum HistoryEventRouter {
    /// - Parameter newsAfter: returns the position after which a chat has unread messages; `nil` if it has none.
    static func route(
        _ event: HistoryEvent, _ stamp: Stamp, newsAfter: (ChatID) -> Int64?, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .opening(let chat): return module.model.open(chat, newsAfter: newsAfter(chat), in: stamp.window)
        case .closing(let chat): return module.model.close(chat, in: stamp.window)
        case .loading(let chat, let direction): return module.model.slide(direction, in: chat, of: stamp.window)
        case .seeking(let chat, let message):
            return module.model.seek(message, in: chat, of: stamp.window, stamp)
        case .synced(let chat, let messages, let token):
            return module.model.sync(messages, in: chat, before: token, stamp)
        case .fetched(let chat, let token, let messages, let next):
            return module.model.takeOlder(messages, in: chat, before: token, next: next, stamp)
        case .loaded(let page): return module.model.load(page, in: stamp.window)
        case .loadFailed(let chat, let reason): return module.model.failLoading(chat, reason, in: stamp.window)
        }
    }
}
