/// Wishes about which screen is on top.
public enum ScreenEvent: Hashable, Sendable {
    /// Put this screen on top. One of its kind that is open already makes way, with all that lies on it.
    case opened(Screen)
    /// Take away the topmost screen of this kind, with all that lies on it. The chat list stays.
    case closed(ScreenName)
    /// What this screen shows is gone: take it away in every window, with all that lies on it.
    case vanished(Screen)
}
