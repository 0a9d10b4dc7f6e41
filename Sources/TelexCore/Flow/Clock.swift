import Foundation

/// The port to time: says what time it is, and calls back later on the thread that owns `Telex`.
public protocol Clock: AnyObject {
    var now: Date { get }
    /// Calls back when `time` has come; of those due at once, the one scheduled first goes first.
    @discardableResult
    func schedule(at time: Date, _ callBack: @escaping () -> Void) -> TimerID
    /// Forgets a call-back that has not happened yet.
    func cancel(_ timer: TimerID)
}

/// Names one call-back of a clock.
public struct TimerID: Hashable, Sendable {
    public let number: Int
    public init(number: Int) { self.number = number }
}

/// Where new ids come from.
public protocol IDSource: AnyObject {
    /// An id that has not been given before. `order` is the place in the order of events that it is for.
    func next(order: Int64) -> String
    /// Whether somebody else may give the same id.
    var canMeetOthers: Bool { get }
}
