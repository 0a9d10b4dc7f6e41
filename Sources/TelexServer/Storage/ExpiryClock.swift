import Foundation
import NIOConcurrencyHelpers

/// Tells the time to what dates data and to what deletes old data, even if the system's clock is wrong.
///
/// The clock is implausible if it is further ahead of the time that it has reached than a server may be idle. Then
/// nothing is old. If it stays so for a week of running, the server was idle. A clock that is behind the time that it has
/// reached dates nothing.
final class ExpiryClock: Sendable {
    /// How long a server may be idle, in seconds: 30 days.
    private static let longestIdle: TimeInterval = 30 * 86_400
    /// How far a clock may be put back, in seconds: a day, which is more than time zones differ.
    private static let longestStep: TimeInterval = 86_400
    /// How long the operator has to correct the clock.
    private static let patience = Duration.seconds(7 * 86_400)

    private struct State {
        /// What the clock was known to have reached, and when that was.
        var known: (date: Date, at: ContinuousClock.Instant)
        var implausibleSince: ContinuousClock.Instant?

        /// How far a date is ahead of what the clock must have reached, in seconds.
        func ahead(_ date: Date, at instant: ContinuousClock.Instant) -> TimeInterval {
            date.timeIntervalSince(known.date) - TimeInterval((instant - known.at).components.seconds)
        }
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameter reached: the last plausible time; `nil` if there is none.
    init(reached: Date?, now: Date = Date(), at instant: ContinuousClock.Instant = .now) {
        state = NIOLockedValueBox(State(known: (reached ?? now, instant)))
    }

    /// The date for what is stored now: the current one, or what the clock must have reached at least.
    func stamp(_ date: Date = Date(), at instant: ContinuousClock.Instant = .now) -> Date {
        behind(date, at: instant).map { date + $0 } ?? date
    }

    /// How far the clock is behind what it must have reached, in seconds; `nil` if it is not.
    func behind(_ date: Date = Date(), at instant: ContinuousClock.Instant = .now) -> TimeInterval? {
        let behind = -state.withLockedValue { $0.ahead(date, at: instant) }
        return behind > Self.longestStep ? behind : nil
    }

    /// The current date; `nil` if it is implausible.
    func now(_ date: Date = Date(), at instant: ContinuousClock.Instant = .now) -> Date? {
        ahead(date, at: instant) == nil ? date : nil
    }

    /// How far the clock is ahead of what it has reached, in seconds; `nil` if it is plausible.
    func ahead(_ date: Date = Date(), at instant: ContinuousClock.Instant = .now) -> TimeInterval? {
        state.withLockedValue { state in
            let ahead = state.ahead(date, at: instant)
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
