import TelexJSON

/// Changes to a window's stack of screens.
public enum ScreenEvent: Hashable, Sendable {
    /// Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a
    /// `contactId`.
    ///
    /// An open screen of the same kind closes first, with all screens above it.
    case opening(Screen)
    /// Close a screen, with all that were opened from it.
    ///
    /// The chat list stays open.
    case closing(ScreenName)
    /// The subject of this screen, such as its chat, no longer exists. Close the screen in every window, with all
    /// screens above it.
    case vanished(Screen)
}

extension ScreenEvent: WireCases {
    package static var samples: [ScreenEvent] { [.opening(.blank), .closing(.chatList)] }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ScreenEvent {
        switch self {
        case .opening(let screen): try visitor.event("screen.opening", .look, Self.opening, screen)
        case .closing(let screen): try visitor.event("screen.closing", .look, Self.closing, screen, in: "screen")
        case .vanished: self
        }
    }
}
