/// Routes the search events.
enum SearchEventRouter {
    static func route(_ event: SearchEvent, _ stamp: Stamp, _ module: SearchModule) -> Consequences {
        switch event {
        case .searching(let query): return module.model.change(query, in: stamp.window)
        case .found(let query, let contacts):
            module.model.find(query, contacts, in: stamp.window)
            return .none
        case .offered(let query, let contacts): return module.model.offer(query, contacts, in: stamp.window)
        }
    }
}
