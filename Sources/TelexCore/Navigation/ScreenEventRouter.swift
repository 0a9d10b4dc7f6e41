/// Routes screen events to the stacks of screens.
enum ScreenEventRouter {
    /// - Parameter isMissing: whether it is known that there is no such chat.
    static func route(
        _ event: ScreenEvent, _ stamp: Stamp, isMissing: (ChatID) -> Bool, _ screens: inout Windows<ScreenModel>
    ) -> Consequences {
        switch event {
        case .opening(let screen):
            var consequences = screens[stamp.window].open(screen)
            // The screen says so, too.
            switch screen {
            case .messages(let chat), .members(let chat):
                if isMissing(chat) { consequences.outcome = Outcome(.refused, reason: ChatHeading.missing(chat)) }
            default: break
            }
            return consequences
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
