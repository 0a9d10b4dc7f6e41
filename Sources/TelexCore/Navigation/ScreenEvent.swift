/// Wishes about which screen is on top.
public enum ScreenEvent: Hashable, Sendable {
    /// Put this screen on top. One of its kind that is open already makes way, with all that lies on it.
    case opening(Screen)
    /// Take away the topmost screen of this kind, with all that lies on it. The chat list stays.
    case closing(ScreenName)
    /// The chat or other subject of this screen no longer exists: close it in every window, with all screens above it.
    case vanished(Screen)
}
