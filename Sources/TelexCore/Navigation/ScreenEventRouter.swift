/// Routes screen events to the stacks of screens.
enum ScreenEventRouter {
    static func route(_ event: ScreenEvent, _ stamp: Stamp, _ screens: inout Windows<ScreenModel>) -> Consequences {
        switch event {
        case .opening(let screen): return screens[stamp.window].open(screen)
        case .closing(let name): return screens[stamp.window].close(name)
        case .vanished(let screen):
            var consequences = Consequences.none
            for window in screens.all(where: { $0.stack.contains(screen) }) {
                consequences = consequences + screens[window].remove(screen).of(window)
            }
            return consequences
        }
    }
}
