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
    /// Reads the system's time.
    private let read: () -> Date
    /// The system's time, and that of the steady clock, when `wasSetBack` was last asked.
    private var lastRead: (date: Date, steady: Date)

    /// The longest sleep in seconds, so that a system clock that was set is noticed.
    private static let longestSleep: TimeInterval = 60

    private init(_ virtualNow: Date?, read: @escaping () -> Date = { Date() }) {
        self.virtualNow = virtualNow
        self.read = read
        lastRead = (read(), .steady)
    }

    /// Makes a clock that shows the time of the system, or of `read`.
    public static func wall(read: @escaping () -> Date = { Date() }) -> SessionClock { SessionClock(nil, read: read) }

    public static func virtual(from start: Date = SessionClock.start) -> SessionClock {
        SessionClock(start.clamped.inMilliseconds)
    }

    public var now: Date {
        virtualNow ?? Date(timeIntervalSince1970: (read().timeIntervalSince1970 * 1000).rounded(.down) / 1000)
    }

    /// When the next callback is due; `nil` if there is none.
    public var nextDue: Date? { timers.nextDue() }

    /// When to look at the system's clock again: a callback may be due, or somebody may have set the clock.
    var nextLook: Date {
        let latest = now.later(by: Self.longestSleep)
        return nextDue.map { min($0, latest) } ?? latest
    }

    /// Whether the system's clock was set back since the last call, by more than a second. Callbacks are then due as much
    /// earlier, so that none waits longer than it was to.
    func wasSetBack() -> Bool {
        if isVirtual { return false }
        let (now, steady) = (now, Date.steady)
        let expected = lastRead.date.addingTimeInterval(steady.timeIntervalSince(lastRead.steady))
        defer { lastRead = (now, steady) }
        guard now.later(by: 1) < lastRead.date else { return false }
        timers.advance(by: expected.timeIntervalSince(now))
        return true
    }

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
