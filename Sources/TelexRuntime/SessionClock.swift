import Foundation
import TelexCore

/// The clock of a session: that of the system, or a virtual one, which moves only on request and never waits.
///
/// It counts whole milliseconds, the unit in which times are stored and recorded. A virtual clock stops at the end of the
/// year 9999, the last that can be recorded.
public final class SessionClock: Clock {
    /// When virtual time starts: Monday, 5 January 2026, 09:00 UTC.
    public static let start = Date(timeIntervalSince1970: 1_767_603_600)

    private var timers = TimerQueue()
    /// The time of a virtual clock; `nil` for the system's.
    private var virtualNow: Date?

    private init(_ virtualNow: Date?) { self.virtualNow = virtualNow }

    /// Makes a clock that shows the time of the system.
    public static func wall() -> SessionClock { SessionClock(nil) }

    public static func virtual(from start: Date = SessionClock.start) -> SessionClock {
        SessionClock(start.clamped.inMilliseconds)
    }

    public var now: Date {
        virtualNow ?? Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded(.down) / 1000)
    }

    /// When the next callback is due; `nil` if there is none.
    public var nextDue: Date? { timers.nextDue() }

    /// Whether time moves only on request.
    public var isVirtual: Bool { virtualNow != nil }

    @discardableResult
    public func schedule(at time: Date, _ callBack: @escaping () -> Void) -> TimerID {
        timers.add(at: time.inMilliseconds, callBack)
    }

    public func cancel(_ timer: TimerID) { timers.cancel(timer) }

    /// Fires the next callback if it is due by `time`. A virtual clock first moves to the time at which it was due.
    ///
    /// - Returns: whether a callback was fired.
    public func fireNext(by time: Date) -> Bool {
        guard let due = timers.popDue(by: time.clamped) else { return false }
        set(due.time)
        due.callBack()
        return true
    }

    /// Moves a virtual clock forward to this time, never back. Does nothing on a real clock.
    public func set(_ time: Date) { virtualNow = virtualNow.map { max($0, time.clamped.inMilliseconds) } }
}
