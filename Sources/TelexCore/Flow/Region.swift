import Foundation

/// The user's zone and locale, by which dates become text.
public struct Region: Hashable, Sendable {
    public let timeZone: TimeZone
    public let locale: Locale
    let calendar: Calendar
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

    /// The start of the day after the one that `date` lies in.
    func nextDay(after date: Date) -> Date {
        let start = calendar.startOfDay(for: date)
        return calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
    }
}
