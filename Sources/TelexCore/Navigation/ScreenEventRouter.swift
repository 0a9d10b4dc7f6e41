/// Routes screen events to the stack of screens.
enum ScreenEventRouter {
    static func route(_ event: ScreenEvent, _ screens: inout ScreenModel) -> Consequences {
        switch event {
        case .opened(let screen): screens.open(screen)
        case .closed(let name): screens.close(name)
        }
    }
}
