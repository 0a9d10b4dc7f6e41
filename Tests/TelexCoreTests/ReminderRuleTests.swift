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

    private func due(_ reading: DueDateUseCase.Reading?) throws -> Date {
        guard case .understood(let date)? = reading else { throw CancellationError() }
        return date.due
    }

    /// The default time is the next of 09:00, 18:00 and 23:59.
    @Test(arguments: [
        (0, "09:00"), (8 * 60 + 59, "09:00"), (9 * 60, "18:00"), (17 * 60 + 59, "18:00"), (18 * 60, "23:59"),
        (23 * 60 + 58, "23:59"),
    ])
    func todaysDateIsDueLaterToday(minute: Int, time: String) throws {
        let now = Self.now.addingTimeInterval(Double(minute - 630) * 60)
        for text in ["today", "5 jan", "2026-01-05"] {
            let understood = DueDateUseCase.read(text, now: now, Self.rome)
            #expect(Self.text(try due(understood)) == "2026-01-05T\(time)")
        }
    }

    @Test func weeksBeginOnTheFirstDayOfTheLocale() throws {
        // Sunday, 4 January 2026: the first day of the week in New York, the last in Rome.
        let sunday = Date(timeIntervalSince1970: 1_767_542_400)
        let there = DueDateUseCase.read("next week", now: sunday, Self.newYork)
        #expect(Self.text(try due(there), Self.newYork) == "2026-01-11T09:00")
        let here = DueDateUseCase.read("next week", now: sunday, Self.rome)
        #expect(Self.text(try due(here)) == "2026-01-05T09:00")
        let friday = sunday.addingTimeInterval(5 * 86_400)
        #expect(UpcomingUseCase.section(of: friday, now: sunday, Self.newYork) == .laterThisWeek)
        #expect(UpcomingUseCase.section(of: friday, now: sunday, Self.rome) == .nextWeek)
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
