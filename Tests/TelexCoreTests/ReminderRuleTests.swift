import Foundation
import Testing

@testable import TelexCore

@Suite struct ReminderRuleTests {
    /// Monday, 5 January 2026, 10:30 in Rome.
    private static let now = Date(timeIntervalSince1970: 1_767_605_400)
    private static let rome = Region(
        timeZone: TimeZone(identifier: "Europe/Rome")!, locale: "en_GB")
    private static let newYork = Region(
        timeZone: TimeZone(identifier: "America/New_York")!, locale: "en_US")

    private static func text(_ date: Date, _ region: Region = rome) -> String {
        let format = Date.ISO8601FormatStyle(timeZone: region.timeZone).year().month().day().time(
            includingFractionalSeconds: false)
        return String(date.formatted(format).prefix(16))
    }

    @Test(arguments: [
        ("tomorrow 9:00 call Ada", "2026-01-06T09:00", "call Ada"), ("fri", "2026-01-09T09:00", ""),
        ("in 20 min tea", "2026-01-05T10:50", "tea"), ("in 20min tea", "2026-01-05T10:50", "tea"),
        ("in an hour x", "2026-01-05T11:30", "x"), ("in 3 days x", "2026-01-08T10:30", "x"),
        ("in a week x", "2026-01-12T10:30", "x"), ("2026-12-24 presents", "2026-12-24T09:00", "presents"),
        ("2026-12-24 18:30 presents", "2026-12-24T18:30", "presents"), ("today x", "2026-01-05T18:00", "x"),
        ("today at 5pm x", "2026-01-05T17:00", "x"), ("tonight x", "2026-01-05T20:00", "x"),
        ("monday x", "2026-01-12T09:00", "x"), ("mon", "2026-01-12T09:00", ""), ("sunday", "2026-01-11T09:00", ""),
        ("next friday x", "2026-01-16T09:00", "x"), ("next monday", "2026-01-12T09:00", ""),
        ("next week x", "2026-01-12T09:00", "x"), ("18:00 x", "2026-01-05T18:00", "x"),
        ("9:00 x", "2026-01-06T09:00", "x"),
        ("10:30 x", "2026-01-06T10:30", "x"), ("6 pm x", "2026-01-05T18:00", "x"), ("12am x", "2026-01-06T00:00", "x"),
        ("noon", "2026-01-05T12:00", ""), ("tomorrow midnight x", "2026-01-06T00:00", "x"),
        ("24 dec x", "2026-12-24T09:00", "x"), ("Dec 24th 7:05 x", "2026-12-24T07:05", "x"),
        ("3 jan x", "2027-01-03T09:00", "x"), ("5 jan 18:00 x", "2026-01-05T18:00", "x"),
        ("5 jan x", "2026-01-05T18:00", "x"), ("5 jan 9:00 x", "2026-01-05T09:00", "x"),
        ("2026-01-05 x", "2026-01-05T18:00", "x"), ("4 jan x", "2027-01-04T09:00", "x"),
        ("on tuesday at 8 x", "2026-01-06T08:00", "x"),
        ("tomorrow 9 lives", "2026-01-06T09:00", "9 lives"), ("TOMORROW Call", "2026-01-06T09:00", "Call"),
    ])
    func readsDueDates(text: String, due: String, name: String) throws {
        let understood = try #require(DueDateUseCase.read(text, now: Self.now, Self.rome))
        #expect(Self.text(understood.due) == due && understood.name == name && !understood.isSkipped)
    }

    /// The default time is the next of 09:00, 18:00 and 23:59.
    @Test(arguments: [
        (0, "09:00"), (8 * 60 + 59, "09:00"), (9 * 60, "18:00"), (17 * 60 + 59, "18:00"), (18 * 60, "23:59"),
        (23 * 60 + 58, "23:59"),
    ])
    func todaysDateIsDueLaterToday(minute: Int, time: String) throws {
        let now = Self.now.addingTimeInterval(Double(minute - 630) * 60)
        for text in ["today", "5 jan", "2026-01-05"] {
            let understood = try #require(DueDateUseCase.read(text, now: now, Self.rome))
            #expect(Self.text(understood.due) == "2026-01-05T\(time)")
        }
    }

    @Test(arguments: [
        "", "call Ada", "9 lives", "in", "in a", "in 5", "in five min", "in 0 min", "in 5 parsecs", "next", "next year",
        "2026-02-30 x", "2026-13-01", "2026-1-1", "25:00", "9:60", "13pm", "0am", "at", "may I", "30 feb x", "mo x",
        ":", "9:",
    ])
    func refusesTextWithoutADate(text: String) {
        #expect(DueDateUseCase.read(text, now: Self.now, Self.rome) == nil)
    }

    @Test func weeksBeginOnTheFirstDayOfTheLocale() throws {
        // Sunday, 4 January 2026: the first day of the week in New York, the last in Rome.
        let sunday = Date(timeIntervalSince1970: 1_767_542_400)
        let there = try #require(DueDateUseCase.read("next week", now: sunday, Self.newYork))
        #expect(Self.text(there.due, Self.newYork) == "2026-01-11T09:00")
        let here = try #require(DueDateUseCase.read("next week", now: sunday, Self.rome))
        #expect(Self.text(here.due) == "2026-01-05T09:00")
        let friday = sunday.addingTimeInterval(5 * 86_400)
        #expect(UpcomingUseCase.section(of: friday, now: sunday, Self.newYork) == .laterThisWeek)
        #expect(UpcomingUseCase.section(of: friday, now: sunday, Self.rome) == .nextWeek)
    }

    /// On 29 March 2026 Rome's clocks go from 2:00 to 3:00; on 25 October from 3:00 back to 2:00.
    @Test func handlesDaylightSavingTime() throws {
        let march = Date(timeIntervalSince1970: 1_774_692_000)  // 28 March, 11:00 in Rome
        let skipped = try #require(DueDateUseCase.read("tomorrow 2:30 x", now: march, Self.rome))
        #expect(Self.text(skipped.due) == "2026-03-29T03:30" && skipped.isSkipped)
        let day = try #require(DueDateUseCase.read("in 1 day x", now: march, Self.rome))
        #expect(day.due.timeIntervalSince(march) == 23 * 3600 && Self.text(day.due) == "2026-03-29T11:00")
        let hours = try #require(DueDateUseCase.read("in 24 hours x", now: march, Self.rome))
        #expect(Self.text(hours.due) == "2026-03-29T12:00")
        let october = Date(timeIntervalSince1970: 1_792_832_400)  // 24 October, 11:00 in Rome
        let twice = try #require(DueDateUseCase.read("tomorrow 2:30 x", now: october, Self.rome))
        #expect(twice.due.timeIntervalSince(october) == 15.5 * 3600 && !twice.isSkipped)
    }

    private static let hours: [(Int, UpcomingUseCase.Section?)] = [
        (-1, .overdue), (0, .overdue), (1, .today), (13, .today), (14, .tomorrow), (37, .tomorrow),
        (38, .laterThisWeek),
        (144, .laterThisWeek), (168, .nextWeek), (312, .nextWeek), (336, nil),
    ]

    @Test(arguments: hours)
    func groupsByDayAndWeek(after hours: Int, section: UpcomingUseCase.Section?) {
        let due = Self.now.addingTimeInterval(Double(hours) * 3600)
        #expect(UpcomingUseCase.section(of: due, now: Self.now, Self.rome) == section)
    }

    /// On the last day of the week, tomorrow is in the next week.
    @Test func hasNoLaterThisWeekOnTheLastDayOfTheWeek() {
        let sunday = Self.now.addingTimeInterval(6 * 86_400)
        let sections = (0..<9).map {
            UpcomingUseCase.section(of: sunday.addingTimeInterval(Double($0) * 86_400 + 1), now: sunday, Self.rome)
        }
        #expect(sections == [.today, .tomorrow] + Array(repeating: .nextWeek, count: 6) + [nil])
    }

    @Test func sortsByDueDateAndOmitsCompletedReminders() {
        func reminder(_ id: ReminderID, _ seconds: TimeInterval, isDone: Bool = false) -> Reminder {
            Reminder(id: id, name: "\(id)", due: Self.now.addingTimeInterval(seconds), isDone: isDone)
        }
        let sections = UpcomingUseCase.sections(
            [
                reminder("c", 60), reminder("b", 60), reminder("a", 120), reminder("z", -5),
                reminder("d", 90, isDone: true),
            ],
            now: Self.now, Self.rome)
        #expect(sections.map(\.0) == [.overdue, .today])
        #expect(sections.map { $0.1.map(\.id) } == [["z"], ["b", "c", "a"]])
    }
}
