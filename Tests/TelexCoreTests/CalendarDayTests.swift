import Foundation
import Testing

@testable import TelexCore

@Suite struct CalendarDayTests {
    /// Foundation's calendar counts the same days.
    @Test func countsDays() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for number in Array(stride(from: -141_400, to: 2_932_896, by: 997)) + [-1, 0, 59, 11_016, 2_932_896] {
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(number) * 86_400))
            let date = CalendarDay.date(number)
            #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day])
            #expect(CalendarDay.number(year: date.year, month: date.month, day: date.day) == number)
        }
        #expect(CalendarDay.number(year: 2026, month: 2, day: 29) == CalendarDay.number(year: 2026, month: 3, day: 1))
        #expect(CalendarDay.date(CalendarDay.number(year: 0, month: 1, day: 1)) == (0, 1, 1))
    }
}
