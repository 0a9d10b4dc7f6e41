/// Routes the paging through a chat.
enum HistoryEventRouter {
    static func route(_ event: HistoryEvent, _ stamp: Stamp, _ module: MessageModule) -> Consequences {
        defer { module.handler.changed() }
        switch event {
        case .opening(let chat, let contact): return module.model.open(chat, contact)
        case .closing(let chat): return module.model.close(chat)
        case .loadingOlder(let chat): return module.model.loadOlder(chat)
        case .synced(let chat, let messages): return module.model.sync(messages, in: chat, stamp)
        case .loaded(let page):
            module.model.load(page)
            return .none
        case .renamed(let chat, let contact): return module.model.rename(chat, to: contact)
        case .failed(let chat, let reason):
            module.model.failLoading(chat, reason)
            return .none
        }
    }
}
