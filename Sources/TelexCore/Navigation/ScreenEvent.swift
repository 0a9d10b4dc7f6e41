/// Changes to a window's stack of screens.
public enum ScreenEvent: Hashable, Sendable {
    /// Open this screen on top. An open screen of the same kind closes first, with all screens above it.
    case opening(Screen)
    /// Close the topmost screen of this kind, with all screens above it. The chat list stays open.
    case closing(ScreenName)
    /// The subject of this screen, such as its chat, no longer exists. Close the screen in every window, with all
    /// screens above it.
    case vanished(Screen)
}
