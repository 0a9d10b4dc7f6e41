import Foundation

/// The port to time: gives the current time, and calls back later on the thread that owns `Telex`.
public protocol Clock: AnyObject {
    var now: Date { get }
    /// Calls back at `time`; callbacks due at the same time run in the order in which they were scheduled.
    @discardableResult
    func schedule(at time: Date, _ callBack: @escaping () -> Void) -> TimerID
    /// Cancels a callback that has not run yet.
    func cancel(_ timer: TimerID)
}

/// The id of one callback of a clock.
public struct TimerID: Hashable, Sendable {
    public let number: Int
    public init(number: Int) { self.number = number }
}

/// A source of new ids.
public protocol IDSource: AnyObject {
    /// Returns an id that it has not returned before. `order` is the number of the event that needs the id.
    func next(order: Int64) -> String
    /// Whether another source may produce the same id.
    var canMeetOthers: Bool { get }
}
