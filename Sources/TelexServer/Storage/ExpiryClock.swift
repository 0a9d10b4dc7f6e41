import Foundation
import NIOConcurrencyHelpers

/// Tells the time to what deletes old data. A clock that is far ahead makes nothing old.
///
/// The clock is implausible if it is further ahead of the newest data than a server may be idle. If it stays so for a
/// week of running, the server was idle.
final class ExpiryClock: Sendable {
    /// How long a server may be idle, in seconds: 30 days.
    private static let longestIdle: TimeInterval = 30 * 86_400
    /// How long the operator has to correct the clock.
    private static let patience = Duration.seconds(7 * 86_400)

    private struct State {
        /// What the clock was known to have reached, and when that was.
        var known: (date: Date, at: ContinuousClock.Instant)
        var implausibleSince: ContinuousClock.Instant?
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter newest: the date of the newest data; `nil` if there is none.
    init(newest: Date?, now: Date = Date(), at instant: ContinuousClock.Instant = .now) {
        state = NIOLockedValueBox(State(known: (newest ?? now, instant)))
    }

    /// The current date; `nil` if it is implausible.
    func now(_ date: Date = Date(), at instant: ContinuousClock.Instant = .now) -> Date? {
        ahead(date, at: instant) == nil ? date : nil
    }

    /// How far the clock is ahead of the newest data, in seconds; `nil` if it is plausible.
    func ahead(_ date: Date = Date(), at instant: ContinuousClock.Instant = .now) -> TimeInterval? {
        state.withLockedValue { state in
            let running = TimeInterval((instant - state.known.at).components.seconds)
            let ahead = date.timeIntervalSince(state.known.date) - running
            if ahead <= Self.longestIdle {
                state.implausibleSince = nil
                return nil
            }
            let since = state.implausibleSince ?? instant
            state.implausibleSince = since
            guard instant - since >= Self.patience else { return ahead }
            state = State(known: (date, instant))
            return nil
        }
    }
}
