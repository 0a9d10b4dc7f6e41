import Foundation
import TelexNetwork

/// How often the server has said nothing at once, where it should have waited.
struct Idling {
    /// How soon is at once, in seconds.
    private static let shortest: TimeInterval = 1

    private var asked = Date.distantPast
    private var backoff = Backoff()

    mutating func ask(at date: Date) { asked = date }

    /// How long to wait before the server is asked again; `nil` if it has waited, or has said something.
    mutating func pause(isEmpty: Bool, at date: Date, _ chance: Double) -> TimeInterval? {
        if isEmpty, date.timeIntervalSince(asked) < Self.shortest { return backoff.next(chance) }
        backoff.reset()
        return nil
    }
}
