import Foundation
import TelexCore

/// A clock that a session runs on: real, or virtual.
public protocol SessionClock: Clock {
    /// When the next call-back is due.
    var nextDue: Date? { get }
    /// Whether time moves only when it is told to.
    var isVirtual: Bool { get }
    /// Makes the next call-back, if it is due by `time`; a virtual clock then shows the time at which it was due.
    ///
    /// - Returns: whether there was one.
    func fireNext(by time: Date) -> Bool
    /// Shows this time from now on; only a virtual clock can.
    func set(_ time: Date)
}

/// The clock on the wall.
public final class WallClock: SessionClock {
    private var timers = TimerQueue()

    public init() {}

    /// In whole milliseconds, the unit in which times are stored and recorded.
    public var now: Date { Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded(.down) / 1000) }
    public var nextDue: Date? { timers.nextDue() }
    public var isVirtual: Bool { false }

    public func schedule(at time: Date, _ callBack: @escaping () -> Void) -> TimerID {
        timers.add(at: time, callBack)
    }

    public func cancel(_ timer: TimerID) { timers.cancel(timer) }

    public func fireNext(by time: Date) -> Bool {
        guard let due = timers.popDue(by: time) else { return false }
        due.callBack()
        return true
    }

    public func set(_ time: Date) {}
}

/// A clock that stands still until it is told to move, and then never waits.
public final class VirtualClock: SessionClock {
    /// Monday, 5 January 2026, 09:00 UTC.
    public static let start = Date(timeIntervalSince1970: 1_767_603_600)

    private var timers = TimerQueue()
    public private(set) var now: Date

    public init(now: Date = VirtualClock.start) { self.now = now }

    public var nextDue: Date? { timers.nextDue() }
    public var isVirtual: Bool { true }

    public func schedule(at time: Date, _ callBack: @escaping () -> Void) -> TimerID {
        timers.add(at: time, callBack)
    }

    public func cancel(_ timer: TimerID) { timers.cancel(timer) }

    public func fireNext(by time: Date) -> Bool {
        guard let due = timers.popDue(by: time) else { return false }
        set(due.time)
        due.callBack()
        return true
    }

    public func set(_ time: Date) { now = max(now, time) }
}
