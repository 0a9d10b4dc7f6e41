import Foundation

/// The user's zone and locale, by which dates become text.
public struct Region: Hashable, Sendable {
    public let timeZone: TimeZone
    public let locale: Locale
    private let calendar: Calendar
    let uses12Hours: Bool

    public init(timeZone: TimeZone, locale: Locale) {
        self.timeZone = timeZone
        self.locale = locale
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.locale = locale
        self.calendar = calendar
        uses12Hours = [.oneToTwelve, .zeroToEleven].contains(locale.hourCycle)
    }

    /// What deterministic runs use: UTC, British English (days begin at 00:00, weeks on Monday).
    public static let fixed = Region(timeZone: TimeZone(secondsFromGMT: 0)!, locale: Locale(identifier: "en_GB"))

    /// A moment on the user's clock and calendar.
    ///
    /// `Calendar` takes some microseconds for what a view asks of every row, so these are reckoned from the zone alone.
    func local(_ date: Date) -> LocalTime {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: date)
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return LocalTime(day: day, minute: (seconds - day * 86_400) / 60)
    }

    /// The date that the user's calendar shows.
    func yearMonthDay(_ date: Date) -> (year: Int, month: Int, day: Int) {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
    }

    /// The day on which a week begins; 0 is Sunday.
    var firstWeekday: Int { calendar.firstWeekday - 1 }

    /// The date that the user's calendar shows at a moment of theirs.
    func yearMonthDay(_ local: LocalTime) -> (year: Int, month: Int, day: Int) {
        yearMonthDay(date(day: local.day, minute: local.minute).date)
    }

    /// The number of a day, counted from 1 January 1970; `nil` for one that there is not, such as 30 February.
    func day(year: Int, month: Int, day: Int) -> Int? {
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = TimeZone(secondsFromGMT: 0)!
        let parts = DateComponents(year: year, month: month, day: day)
        guard parts.isValidDate(in: utc), let date = utc.date(from: parts) else { return nil }
        return Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    }

    /// The moment at which the user's clock shows a time. Of two the first; where the clock skips it, the time by as much
    /// later as it skips.
    func date(day: Int, minute: Int) -> (date: Date, isSkipped: Bool) {
        let wanted = day * 86_400 + minute * 60
        func moment(_ offset: Int) -> Date { Date(timeIntervalSince1970: Double(wanted - offset)) }
        // The offsets that may hold then are those of a day before and a day after.
        let before = timeZone.secondsFromGMT(for: moment(0).addingTimeInterval(-86_400))
        let after = timeZone.secondsFromGMT(for: moment(0).addingTimeInterval(86_400))
        for offset in [before, after] where timeZone.secondsFromGMT(for: moment(offset)) == offset {
            return (moment(offset), false)
        }
        return (moment(before), true)
    }

    /// The start of the day after the one that `date` lies in.
    func nextDay(after date: Date) -> Date {
        let start = calendar.startOfDay(for: date)
        return calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
    }
}

/// A moment on somebody's clock.
struct LocalTime: Hashable {
    /// Days since 1 January 1970.
    let day: Int
    /// Minutes since the day began.
    let minute: Int

    /// 0 is Sunday. 1 January 1970 was a Thursday.
    var weekday: Int { ((day + 4) % 7 + 7) % 7 }
}
