import Foundation
import TelexCore

/// The clock of a session, real or virtual.
public protocol SessionClock: Clock {
    /// When the next callback is due; `nil` if there is none.
    var nextDue: Date? { get }
    /// Whether time moves only on request.
    var isVirtual: Bool { get }
    /// Fires the next callback if it is due by `time`. A virtual clock first moves to the time at which it was due.
    ///
    /// - Returns: whether a callback was fired.
    func fireNext(by time: Date) -> Bool
    /// Moves a virtual clock forward to this time, never back. Does nothing on a real clock.
    func set(_ time: Date)
}

/// The real clock of the system.
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

/// A clock that moves only on request, and never waits.
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
