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
