/// Routes the search-as-you-type.
enum SearchEventRouter {
    static func route(_ event: SearchEvent, _ module: SearchModule) -> Consequences {
        switch event {
        case .changed(let query): return module.model.change(query)
        case .found(let query, let contacts):
            module.model.find(query, contacts)
            return .none
        }
    }
}
