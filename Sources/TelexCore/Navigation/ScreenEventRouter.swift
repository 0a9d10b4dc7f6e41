/// Routes screen events to the windows' stacks of screens.
enum ScreenEventRouter {
    static func route(
        _ event: ScreenEvent, _ stamp: Stamp, _ chats: ChatLookup, _ screens: inout Windows<ScreenModel>
    ) -> Consequences {
        switch event {
        case .opening(let screen):
            var consequences = screens[stamp.window].open(screen)
            // The screen shows the same reason.
            if let chat = screen.shownChat, chats.isMissing(chat) {
                consequences.outcome = Outcome(.refused, reason: ChatHeading.missing(chat))
            }
            return consequences
        case .closing(let name): return screens[stamp.window].close(name)
        case .vanished(let screen):
            var consequences = Consequences.none
            for window in screens.all(where: { $0.stack.contains(screen) }) {
                consequences += screens[window].remove(screen).of(window)
            }
            return consequences
        }
    }
}
