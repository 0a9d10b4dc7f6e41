import Foundation
import Testing

@testable import TelexCore

/// The boundaries of the accepted dates and times, and of the calendar beneath them.
@Suite struct DateRuleTests {
    private static let rome = Region(timeZone: TimeZone(identifier: "Europe/Rome")!, locale: "en_GB")
    /// Its weeks begin on Sunday.
    private static let newYork = Region(timeZone: TimeZone(identifier: "America/New_York")!, locale: "en_US")

    /// The due date that is read at a local time of the region, as `2026-01-05 09:00`; `nil` if there is none.
    private func read(_ text: String, at now: String, _ region: Region = rome) throws -> String? {
        var style = Date.ISO8601FormatStyle(timeZone: region.timeZone).year().month().day().dateTimeSeparator(.space)
            .time(includingFractionalSeconds: false)
        let start = try style.parse("\(now):00")
        guard case .understood(let date)? = DueDateUseCase.read(text, now: start, region) else { return nil }
        style.timeZone = region.timeZone
        return String(date.due.formatted(style).prefix(16))
    }

    @Test(arguments: [
        ("08:59", "09:00"), ("09:00", "18:00"), ("17:59", "18:00"), ("18:00", "23:59"), ("23:30", "23:59"),
    ])
    func todayDefaultsToTheNextOfNineSixAndMidnight(now: String, due: String) throws {
        #expect(try read("today x", at: "2026-01-05 \(now)") == "2026-01-05 \(due)")
        #expect(try read("tomorrow x", at: "2026-01-05 \(now)") == "2026-01-06 09:00")
    }

    @Test(arguments: [
        ("10:29", "2026-01-06 10:29"), ("10:30", "2026-01-06 10:30"), ("10:31", "2026-01-05 10:31"),
        ("0:00", "2026-01-06 00:00"), ("23:59", "2026-01-05 23:59"), ("24:00", nil), ("10:60", nil),
        ("10:59", "2026-01-05 10:59"),
        ("12am", "2026-01-06 00:00"), ("12pm", "2026-01-05 12:00"), ("1am", "2026-01-06 01:00"),
        ("11pm", "2026-01-05 23:00"),
        ("0am", nil), ("13am", nil), ("12:30 am", "2026-01-06 00:30"), ("12:30PM", "2026-01-05 12:30"),
        ("at 9", "2026-01-06 09:00"), ("at 23", "2026-01-05 23:00"), ("at 24", nil), ("9", nil),
        ("11:5", "2026-01-05 11:05"),
        ("011:00", nil), ("11:005", nil), ("1:1:1", nil), (":30", nil), ("١١:٠٠", nil),
        ("midnight", "2026-01-06 00:00"),
        ("on", nil), ("on 11:00", nil), ("am", nil), ("11 xm", nil),
    ])
    func aTimeAloneMeansItsNextOccurrence(text: String, due: String?) throws {
        #expect(try read(text, at: "2026-01-05 10:30") == due)
    }

    @Test(arguments: [
        ("in 1 min", "2026-01-05 10:31"), ("in 90 minutes", "2026-01-05 12:00"), ("in 2 hours", "2026-01-05 12:30"),
        ("in 2h", "2026-01-05 12:30"), ("in 2 days", "2026-01-07 10:30"), ("in 2 weeks", "2026-01-19 10:30"),
        ("in a min", "2026-01-05 10:31"), ("in an hour", "2026-01-05 11:30"), ("in a day", "2026-01-06 10:30"),
        ("in 100000 min", "2026-03-15 21:10"), ("in 999999999999 min", nil), ("in 0 days", nil), ("in -1 days", nil),
        ("in 1.5 hours", "2026-01-05 12:00"), ("in a", nil), ("in 5", nil), ("in ٥ min", nil),
        ("in 5min", "2026-01-05 10:35"),
    ])
    func spansCountElapsedTimeOrCalendarDays(text: String, due: String?) throws {
        #expect(try read(text, at: "2026-01-05 10:30") == due)
    }

    /// For each day from Sunday, 4 January 2026. Weeks begin on Monday in Rome and on Sunday in New York.
    @Test(arguments: [
        (4, 5, 11, 7, 6, 14), (5, 12, 11, 7, 6, 14), (6, 12, 11, 7, 13, 14), (7, 12, 11, 14, 13, 14),
        (8, 12, 11, 14, 13, 14), (9, 12, 11, 14, 13, 14), (10, 12, 11, 14, 13, 14),
    ])
    func aWeekdayMeansItsNextOccurrence(today: Int, rome: Int, newYork: Int, wed: Int, tue: Int, nextWed: Int) throws {
        func day(_ number: Int) -> String { "2026-01-\(number < 10 ? "0" : "")\(number)" }
        let now = "\(day(today)) 10:30"
        #expect(try read("next week", at: now) == "\(day(rome)) 09:00")
        #expect(try read("next week", at: now, Self.newYork) == "\(day(newYork)) 09:00")
        #expect(try read("wed", at: now) == "\(day(wed)) 09:00" && read("on Wednesday", at: now) == "\(day(wed)) 09:00")
        #expect(try read("tue", at: now) == "\(day(tue)) 09:00")
        // `next wed` is in the week after the current one.
        let sameWeek = today == 4 ? 7 : nextWed
        #expect(try read("next wed", at: now) == "\(day(sameWeek)) 09:00")
        #expect(try read("next wed", at: now, Self.newYork) == "\(day(nextWed)) 09:00")
        #expect(try read("next sun", at: now) == "\(day(today == 4 ? 11 : 18)) 09:00")
        #expect(try read("next sun", at: now, Self.newYork) == "\(day(11)) 09:00")
    }

    @Test(arguments: [
        ("4 jan", "2027-01-04"), ("5 jan", "2026-01-05"), ("6 jan", "2026-01-06"), ("31 dec", "2026-12-31"),
        ("december 31st", "2026-12-31"), ("1. feb", "2026-02-01"), ("feb 2nd", "2026-02-02"), ("3rd mar", "2026-03-03"),
        ("30 feb", nil), ("0 jan", nil), ("32 jan", nil), ("1x feb", nil), ("fe 1", nil), ("feb", nil),
        ("feb feb", nil),
        ("2026-01-05", "2026-01-05"), ("2025-01-05", "2025-01-05"), ("2028-02-29", "2028-02-29"), ("2027-02-29", nil),
        ("26-01-05", nil), ("2026-1-05", nil), ("2026-01-5", nil), ("2026-01-05-1", nil), ("2026-01-xx", nil),
        ("2026-00-10", nil), ("su", nil), ("sat", "2026-01-10"), ("saturda", "2026-01-10"), ("saturdays", nil),
        ("next", nil), ("next x", nil),
    ])
    func readsOnlyDatesThatExist(text: String, day: String?) throws {
        let due = try read("\(text) 12:00", at: "2026-01-05 10:30")
        // A text without a valid date has no valid time either.
        #expect(due == day.map { "\($0) 12:00" })
    }

    @Test(arguments: [
        ("1970-01-01 00:00", 0, 0), ("1969-12-31 23:59", -1, 1439), ("1969-12-31 00:00", -1, 0),
        ("1969-12-30 23:59", -2, 1439), ("1970-01-02 00:01", 1, 1), ("2026-01-05 10:30", 20_458, 630),
    ])
    func countsDaysFrom1970(text: String, day: Int, minute: Int) throws {
        let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space)
            .time(includingFractionalSeconds: false)
        let local = Region.fixed.local(try style.parse("\(text):00"))
        #expect(local.day == day && local.minute == minute)
        #expect(LocalTime(day: day, second: 0).weekday == ((day % 7) + 4 + 7) % 7)
        #expect(Region.fixed.date(day: day, minute: minute).date == (try style.parse("\(text):00")))
    }

    @Test(
        arguments: [
            ("%H:%M", 0, "00:00"), ("%H:%M:%S", 86_399, "23:59:59"), ("%I:%M %p", 0, "12:00 am"),
            ("%I:%M %p", 43_200, "12:00 pm"), ("%I.%M%p", 46_859, "1.00pm"), ("100%% %H", 3600, "100% 01"),
            ("%H\u{301}", 0, "00\u{301}"), ("", 0, nil), ("now", 0, nil), ("%%", 0, nil), ("%H%", 0, nil),
            ("%Y", 0, nil),
            ("%H\n", 0, nil), ("%H" + String(repeating: "x", count: 30), 0, "00" + String(repeating: "x", count: 30)),
            ("%H" + String(repeating: "x", count: 31), 0, nil),
        ] as [(String, Int, String?)])
    func showsTimesInTheFormatThatIsAskedFor(format: String, second: Int, text: String?) {
        #expect(TimeFormat(format)?.text(second: second) == text)
    }

    @Test(arguments: [
        (2026, 1, 1, 20_454), (1969, 12, 31, -1), (2024, 2, 29, 19_782), (2026, 2, 29, nil), (2026, 13, 1, nil),
    ])
    func numbersOnlyDaysThatExist(year: Int, month: Int, day: Int, number: Int?) {
        #expect(Self.rome.day(year: year, month: month, day: day) == number)
    }

    /// The pattern in the schema must match the same texts.
    @Test(arguments: [
        ("9999d", 863_913_600), ("10000d", nil), ("99999h", 359_996_400), ("100000h", nil), ("000001h", nil),
        ("999999999s", 999_999_999), ("1000000000s", nil),
    ])
    func limitsTheDigitsOfADuration(text: String, seconds: TimeInterval?) throws {
        #expect(DurationText.seconds(text) == seconds)
        let isMatched = try Regex(DurationText.pattern).wholeMatch(in: text) != nil
        #expect(isMatched == (seconds != nil))
    }

    @Test(arguments: [-.infinity, -1e300, -1e11, 0, 1e15, 9.2e18, 1e300, .infinity, .nan] as [TimeInterval])
    func formatsAnyDate(seconds: TimeInterval) {
        let date = Date(timeIntervalSince1970: seconds)
        let now = Date(timeIntervalSince1970: 0)
        for region in [Self.rome, Self.newYork] {
            let texts = [
                DateText.time(date, region), DateText.day(date, now: now, region), DateText.weekday(date, region),
                DateText.short(date, now: now, region), DateText.short(now, now: date, region),
            ]
            #expect(texts.allSatisfy { !$0.isEmpty && $0.count < 20 })
        }
        #expect(Date.representable.contains(date.clamped))
    }
}
