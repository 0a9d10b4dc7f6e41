/// Routes the search events.
enum SearchEventRouter {
    static func route(_ event: SearchEvent, _ stamp: Stamp, _ chats: ChatLookup, _ module: SearchModule) -> Consequences
    {
        switch event {
        case .searching(let query): return module.model.change(query, in: stamp.window)
        case .found(let people):
            module.model.find(people, chats, in: stamp.window)
            return .none
        case .opening(let chat):
            return Consequences(
                followUps: [.screen(.closing(.chatForm)), .screen(.opening(.messages(chat)))],
                outcome: Outcome(chat: chat))
        case .offered(let people): return module.model.offer(people, in: stamp.window)
        }
    }
}
