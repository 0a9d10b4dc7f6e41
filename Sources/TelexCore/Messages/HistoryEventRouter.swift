/// Routes the history events.
enum HistoryEventRouter {
    static func route(_ event: HistoryEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .opening(let chat): return module.model.open(chat, in: stamp.window)
        case .closing(let chat): return module.model.close(chat, in: stamp.window)
        case .loading(let step): return module.model.slide(step, in: stamp.window)
        case .seeking(let message): return module.model.seek(message, stamp)
        case .synced(let history): return module.model.sync(history, stamp)
        case .fetched(let history): return module.model.fill(history, stamp)
        case .loaded(let page): return module.model.load(page, in: stamp.window)
        case .loadFailed(let failure): return module.model.failLoading(failure, in: stamp.window)
        }
    }
}
