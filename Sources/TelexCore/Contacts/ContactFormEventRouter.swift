/// Routes the events of the address-book screens.
enum ContactFormEventRouter {
    static func route(_ event: ContactFormEvent, _ stamp: Stamp, _ module: ContactModule) -> Consequences {
        switch event {
        case .opening: return module.model.open(in: stamp.window)
        case .editing(let person): return module.model.edit(person, in: stamp.window)
        case .left:
            module.model.cancel(in: stamp.window)
            return .none
        }
    }
}
