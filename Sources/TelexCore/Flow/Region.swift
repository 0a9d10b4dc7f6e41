import Foundation

/// The user's time zone, locale and format of times, by which dates are formatted.
public struct Region: Hashable, Sendable {
    public let timeZone: TimeZone
    public let locale: Locale
    private let calendar: Calendar
    public let timeFormat: TimeFormat

    /// - Parameter timeFormat: how times are shown; `nil` for 12 or 24 hours, as the locale has it.
    public init(timeZone: TimeZone, locale: Locale, timeFormat: TimeFormat? = nil) {
        self.timeZone = timeZone
        self.locale = locale
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.locale = locale
        self.calendar = calendar
        self.timeFormat = timeFormat ?? (Self.has12Hours(locale) ? .hours12 : .hours24)
    }

    /// Whether a locale has 12 hours. To ask for that is slow, so the most frequent answer is known.
    private static func has12Hours(_ locale: Locale) -> Bool {
        locale.identifier != fixedLocale && [.oneToTwelve, .zeroToEleven].contains(locale.hourCycle)
    }

    /// The region of deterministic runs: UTC, British English (24-hour clock, weeks begin on Monday).
    public static let fixed = Region(timeZone: TimeZone(secondsFromGMT: 0)!, locale: Locale(identifier: fixedLocale))

    /// British English.
    public static let fixedLocale = "en_GB"

    /// The user's local time at a date.
    ///
    /// Computed from the time zone alone: `Calendar` would take microseconds, and views ask for every row.
    func local(_ date: Date) -> LocalTime {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: date)
        // The remainder of a date before 1970 is negative.
        let second = (seconds % 86_400 + 86_400) % 86_400
        return LocalTime(day: (seconds - second) / 86_400, second: second)
    }

    /// The calendar date in the user's time zone.
    func yearMonthDay(_ date: Date) -> (year: Int, month: Int, day: Int) {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
    }

    /// The first day of the week; 0 is Sunday.
    var firstWeekday: Int { calendar.firstWeekday - 1 }

    /// The calendar date of a local time.
    func yearMonthDay(_ local: LocalTime) -> (year: Int, month: Int, day: Int) {
        yearMonthDay(date(day: local.day, minute: local.minute).date)
    }

    /// The number of a day, counted from 1 January 1970; `nil` for a date that does not exist, such as 30 February.
    func day(year: Int, month: Int, day: Int) -> Int? {
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = TimeZone(secondsFromGMT: 0)!
        let parts = DateComponents(year: year, month: month, day: day)
        guard parts.isValidDate(in: utc), let date = utc.date(from: parts) else { return nil }
        return Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    }

    /// The moment at which the user's clock shows a time. If there are two, the first; if the clock skips the time, a
    /// time later by the length of the skip.
    func date(day: Int, minute: Int) -> (date: Date, isSkipped: Bool) {
        let wanted = day * 86_400 + minute * 60
        func moment(_ offset: Int) -> Date { Date(timeIntervalSince1970: Double(wanted - offset)) }
        // Only the offsets of the day before and of the day after can apply.
        let before = timeZone.secondsFromGMT(for: moment(0).addingTimeInterval(-86_400))
        let after = timeZone.secondsFromGMT(for: moment(0).addingTimeInterval(86_400))
        for offset in [before, after] where timeZone.secondsFromGMT(for: moment(offset)) == offset {
            return (moment(offset), false)
        }
        return (moment(before), true)
    }

    /// The start of the day after that of `date`.
    func nextDay(after date: Date) -> Date {
        let start = calendar.startOfDay(for: date)
        return calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
    }
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
