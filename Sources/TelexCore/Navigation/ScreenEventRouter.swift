/// Routes screen events to the windows' stacks of screens.
enum ScreenEventRouter {
    /// - Parameter isMissing: returns whether the chat is known not to exist.
    static func route(
        _ event: ScreenEvent, _ stamp: Stamp, isMissing: (ChatID) -> Bool, _ screens: inout Windows<ScreenModel>
    ) -> Consequences {
        switch event {
        case .opening(let screen):
            var consequences = screens[stamp.window].open(screen)
            // The screen shows the same reason.
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
