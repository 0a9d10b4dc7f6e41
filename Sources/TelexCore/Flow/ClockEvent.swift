/// Events of the clock.
public enum ClockEvent: Hashable, Sendable {
    /// Telex has started: schedule the next change of day.
    case began
    /// A new day has started in the user's time zone.
    ///
    /// Updates every view that shows dates.
    case dayChanged
}
