import TelexJSON

/// Events of the clock.
public enum ClockEvent: Hashable, Sendable {
    /// Telex has started: schedule the next change of day.
    case began
    /// A new day has started in the user's time zone.
    ///
    /// Updates every view that shows dates.
    case dayChanged
}

extension ClockEvent: WireCases {
    package static var samples: [ClockEvent] { [.dayChanged] }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ClockEvent {
        switch self {
        case .dayChanged: try visitor.event("clock.dayChanged", .inside, self)
        case .began: self
        }
    }
}
