/// Routes the events of the search for messages.
enum MessageSearchEventRouter {
    static func route(
        _ event: MessageSearchEvent, _ stamp: Stamp, region: Region, _ chats: ChatLookup, _ module: MessageSearchModule
    ) -> Consequences {
        let window = stamp.window
        switch event {
        case .searching(let search): return module.model.search(search, stamp, region, chats)
        case .listing(let rows): return module.model.list(rows, in: window)
        case .opening(let key):
            if stamp.known[key.message] == nil { return .ignored("The chat has no message \"\(key.message)\".") }
            // The screen loads the end of the chat first.
            return Consequences(
                followUps: [.screen(.opening(.messages(key.chat))), .messageSearch(.opened(key))],
                outcome: Outcome(chat: key.chat, message: key.message))
        case .opened(let key): return Consequences(followUps: [.history(.seeking(key))])
        case .found(let page): return module.model.find(page, in: window)
        case .counted(let count): return module.model.count(count, in: window)
        case .failed(let reason): return module.model.fail(reason, in: window)
        case .searchingServer: return module.model.searchServer(in: window)
        case .serverFound(let page): return module.model.check(page, stamp)
        case .serverChecked(let page): return module.model.add(page, stamp)
        case .serverFailed(let failure): return module.model.fail(failure, in: window)
        }
    }
}
