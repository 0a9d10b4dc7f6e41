import Foundation

/// The user's time zone, locale and format of times, by which dates are formatted.
///
/// Foundation's calendar takes a millisecond to make, and microseconds for each date.
public struct Region: Hashable, Sendable {
    public let zone: Zone
    /// The identifier of a locale, such as `en_GB`.
    public let locale: String
    public let timeFormat: TimeFormat
    /// The first day of the week; 0 is Sunday.
    let firstWeekday: Int

    /// - Parameter timeFormat: how times are shown; `nil` for 12 or 24 hours, as the locale has it.
    public init(zone: Zone, locale: String, timeFormat: TimeFormat? = nil) {
        self.zone = zone
        self.locale = locale
        // To ask for a locale's customs is slow, so those of the most frequent one are known.
        if locale == Self.fixedLocale {
            self.timeFormat = timeFormat ?? .hours24
            firstWeekday = 1
        } else {
            let customs = Locale(identifier: locale)
            let has12Hours = [.oneToTwelve, .zeroToEleven].contains(customs.hourCycle)
            self.timeFormat = timeFormat ?? (has12Hours ? .hours12 : .hours24)
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = customs
            firstWeekday = calendar.firstWeekday - 1
        }
    }

    public init(timeZone: TimeZone, locale: String, timeFormat: TimeFormat? = nil) {
        self.init(zone: Zone(timeZone), locale: locale, timeFormat: timeFormat)
    }

    /// The region of deterministic runs: UTC, British English (24-hour clock, weeks begin on Monday).
    public static let fixed = Region(zone: .utc, locale: fixedLocale)

    /// British English.
    public static let fixedLocale = "en_GB"

    /// The user's local time at a date.
    func local(_ date: Date) -> LocalTime {
        let date = date.clamped
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromUTC(at: date)
        // The remainder of a date before 1970 is negative.
        let second = (seconds % 86_400 + 86_400) % 86_400
        return LocalTime(day: (seconds - second) / 86_400, second: second)
    }

    /// The calendar date in the user's time zone.
    func yearMonthDay(_ date: Date) -> (year: Int, month: Int, day: Int) { yearMonthDay(local(date)) }

    /// The calendar date of a local time.
    func yearMonthDay(_ local: LocalTime) -> (year: Int, month: Int, day: Int) { CalendarDay.date(local.day) }

    /// The number of a day, counted from 1 January 1970; `nil` for a date that does not exist, such as 30 February.
    func day(year: Int, month: Int, day: Int) -> Int? {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let number = CalendarDay.number(year: year, month: month, day: day)
        return CalendarDay.date(number).day == day ? number : nil
    }

    /// The moment at which the user's clock shows a time. If there are two, the first; if the clock skips the time, a
    /// time later by the length of the skip.
    func date(day: Int, minute: Int) -> (date: Date, isSkipped: Bool) {
        let wanted = day * 86_400 + minute * 60
        func moment(_ offset: Int) -> Date { Date(timeIntervalSince1970: Double(wanted - offset)) }
        // Only the offsets of the day before and of the day after can apply.
        let before = zone.secondsFromUTC(at: moment(0).addingTimeInterval(-86_400))
        let after = zone.secondsFromUTC(at: moment(0).addingTimeInterval(86_400))
        for offset in [before, after] where zone.secondsFromUTC(at: moment(offset)) == offset {
            return (moment(offset), false)
        }
        return (moment(before), true)
    }

    /// The same, but the second of two moments if only that is after `earlier`.
    func date(day: Int, minute: Int, after earlier: Date) -> (date: Date, isSkipped: Bool) {
        let first = date(day: day, minute: minute)
        guard first.date <= earlier, !first.isSkipped, let second = second(of: first.date), second > earlier else {
            return first
        }
        return (second, false)
    }

    /// The other moment at which the user's clock shows the same time, if it shows it twice and `date` is the first one.
    func second(of date: Date) -> Date? {
        let difference = zone.secondsFromUTC(at: date) - zone.secondsFromUTC(at: date.addingTimeInterval(86_400))
        guard difference > 0 else { return nil }
        let second = date.addingTimeInterval(Double(difference))
        return local(second) == local(date) ? second : nil
    }

    /// Whether the user's clock shows the time of `date` twice.
    func isTwice(_ date: Date) -> Bool {
        let before = zone.secondsFromUTC(at: date.addingTimeInterval(-86_400)) - zone.secondsFromUTC(at: date)
        return second(of: date) != nil || before > 0 && local(date.addingTimeInterval(Double(-before))) == local(date)
    }

    /// The start of the day after that of `date`.
    func nextDay(after date: Date) -> Date { self.date(day: local(date).day + 1, minute: 0).date }
}

/// A time on the user's clock.
struct LocalTime: Hashable {
    /// Days since 1 January 1970.
    let day: Int
    /// Seconds since the day began.
    let second: Int
    /// Minutes since the day began.
    var minute: Int { second / 60 }

    /// 0 is Sunday. 1 January 1970 was a Thursday.
    var weekday: Int { ((day + 4) % 7 + 7) % 7 }
}
