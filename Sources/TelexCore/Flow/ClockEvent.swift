/// What the clock brings of itself.
public enum ClockEvent: Hashable, Sendable {
    /// Telex has started: keep the day's change coming.
    case began
    /// A new day has begun in the user's zone: every view that shows dates follows.
    case dayChanged
}
