import Foundation
import TelexNetwork

/// Slows down requests to a server that answers empty syncs immediately, instead of waiting for events.
struct Idling {
    /// The time, in seconds, within which an answer counts as immediate.
    private static let shortest: TimeInterval = 1

    private var asked = Date.distantPast
    private var backoff = Backoff()

    mutating func ask(at date: Date) { asked = date }

    /// The delay before the next sync, in seconds; `nil` if the server waited or had events.
    mutating func pause(isEmpty: Bool, at date: Date, _ chance: Double) -> TimeInterval? {
        if isEmpty, date.timeIntervalSince(asked) < Self.shortest { return backoff.next(chance) }
        backoff.reset()
        return nil
    }
}
