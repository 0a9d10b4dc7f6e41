/// Routes what happens to the screens of the address book.
enum ContactFormEventRouter {
    static func route(_ event: ContactFormEvent, _ module: ContactModule) -> Consequences {
        switch event {
        case .opening: return module.model.open()
        case .editing(let person): return module.model.edit(person)
        case .left:
            module.model.cancel()
            return .none
        }
    }
}
