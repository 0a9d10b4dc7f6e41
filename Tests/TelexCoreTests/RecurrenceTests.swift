import Foundation
import Testing

@testable import TelexCore

/// Rules of RFC 5545, 3.3.10; the first dates are those of its examples.
@Suite struct RecurrenceTests {
    private static let region = Region(zone: .utc, locale: "en_GB")

    private static func date(_ text: String, in zone: String? = nil) throws -> ICalendarDate {
        try ICalendarDate(text, in: zone, region)
    }

    /// The dates after a moment as in iCalendar, at most so many.
    private static func dates(
        _ start: String, _ rule: String, after: String? = nil, without excluded: [String] = [], in zone: String? = nil,
        most: Int = 5
    ) throws -> [String] {
        let excluded = try Set(excluded.map { try date($0, in: zone).date })
        let recurrence = try Recurrence(start: try date(start, in: zone), rule: rule, excluded: excluded)
        var moment = try after.map { try date($0).date } ?? .distantPast
        var dates: [String] = []
        while dates.count < most, let next = recurrence.next(after: moment) {
            dates.append(ICalendarDate.utc(next))
            moment = next
        }
        // What is stored says the same.
        #expect(Recurrence(recurrence.text) == recurrence)
        return dates
    }

    @Test(arguments: [
        ("FREQ=DAILY;INTERVAL=10;COUNT=3", ["19970902", "19970912", "19970922"]),
        ("FREQ=DAILY;UNTIL=19970904", ["19970902", "19970903", "19970904"]),
        ("FREQ=WEEKLY;COUNT=2", ["19970902", "19970909"]),
        ("FREQ=WEEKLY;INTERVAL=2;UNTIL=19970910T000000Z;WKST=SU;BYDAY=MO,WE,FR", ["19970902", "19970903", "19970905"]),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=5;WKST=SU;BYDAY=TU,TH",
            ["19970902", "19970904", "19970916", "19970918", "19970930"]
        ),
        ("FREQ=MONTHLY;COUNT=2;BYMONTHDAY=2", ["19970902", "19971002"]),
        ("FREQ=YEARLY;COUNT=2;BYMONTH=9;BYMONTHDAY=2", ["19970902", "19980902"]),
        ("FREQ=YEARLY;COUNT=2;BYMONTH=09;BYMONTHDAY=02", ["19970902", "19980902"]),
        ("FREQ=YEARLY;UNTIL=19900101", ["19970902"]),
        ("freq=daily;count=1", ["19970902"]),
    ])
    func countsTheDatesOfARule(rule: String, days: [String]) throws {
        #expect(try Self.dates("19970902T090000Z", rule) == days.map { "\($0)T090000Z" })
    }

    /// In RFC 5545, the first day of the week makes these differ.
    @Test func aWeekBeginsWhenTheRuleSays() throws {
        let rule = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU"
        #expect(
            try Self.dates("19970805", "\(rule);WKST=MO").map { $0.prefix(8) } == [
                "19970805", "19970810", "19970819", "19970824",
            ])
        #expect(
            try Self.dates("19970805", "\(rule);WKST=SU").map { $0.prefix(8) } == [
                "19970805", "19970817", "19970819", "19970831",
            ])
    }

    @Test(arguments: [
        ("20240229", "FREQ=YEARLY", "20250101", ["20280229", "20320229"]),
        ("20240229", "FREQ=YEARLY;COUNT=3", "20310101", ["20320229"]),
        ("18960229", "FREQ=YEARLY", "18970101", ["19040229", "19080229"]),
        ("20260131", "FREQ=MONTHLY", "20260201", ["20260331", "20260531"]),
        ("20260131", "FREQ=MONTHLY;COUNT=4", "20260701", ["20260731"]),
        ("20260131", "FREQ=MONTHLY;INTERVAL=12", "20260201", ["20270131", "20280131"]),
        ("00010131", "FREQ=MONTHLY;COUNT=1000000000", "20260201", ["20260331", "20260531"]),
        ("00010101", "FREQ=DAILY;COUNT=1000000000", "20260201T100000Z", ["20260202", "20260203"]),
        ("19850612", "FREQ=YEARLY", "20261128", ["20270612", "20280612"]),
        ("20260101", "FREQ=DAILY;INTERVAL=9223372036854775807", "20260102", []),
        ("99991230", "FREQ=DAILY", "99991230T100000Z", ["99991231"]),
        ("99990601", "FREQ=YEARLY", "99990701", []),
        ("99991201", "FREQ=MONTHLY", "99991202", []),
        ("99991201", "FREQ=WEEKLY;INTERVAL=520000", "99991202", []),
        ("20260101", "FREQ=DAILY;COUNT=2", "20270101", []),
    ])
    func findsTheNextDate(start: String, rule: String, after: String, days: [String]) throws {
        #expect(try Self.dates(start, rule, after: after, most: 2).map { $0.prefix(8) } == days.map { $0[...] })
    }

    /// An excluded date counts, and can be the first one.
    @Test func leavesOutDates() throws {
        let dates = try Self.dates(
            "20260105T090000Z", "FREQ=DAILY;COUNT=4", without: ["20260105T090000Z", "20260107T090000Z"])
        #expect(dates == ["20260106T090000Z", "20260108T090000Z"])
    }

    @Test func theHourStaysWhenClocksChange() throws {
        #expect(
            try Self.dates("20260328T023000", "FREQ=DAILY;COUNT=3", in: "Europe/Rome")
                == ["20260328T013000Z", "20260329T013000Z", "20260330T003000Z"])
        #expect(
            try Self.dates("20261024T090000", "FREQ=DAILY;COUNT=2", in: "Europe/Rome")
                == ["20261024T070000Z", "20261025T080000Z"])
        #expect(
            try Self.dates("20261024T090000", "FREQ=DAILY;COUNT=2", in: "CET-1CEST,M3.5.0,M10.5.0/3")
                == ["20261024T070000Z", "20261025T080000Z"])
    }

    @Test(arguments: [
        ("FREQ=HOURLY", "FREQ=HOURLY"), ("", ""), ("FREQ", "FREQ"), ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0"),
        ("FREQ=DAILY;COUNT=-1", "COUNT=-1"), ("FREQ=DAILY;COUNT=99999999999999999999", "COUNT=99999999999999999999"),
        ("FREQ=DAILY;UNTIL=soon", "UNTIL=SOON"), ("FREQ=MONTHLY;BYDAY=2MO", "BYDAY=2MO"),
        ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY=1MO"), ("FREQ=YEARLY;BYMONTH=3", "BYMONTH=3"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "BYMONTHDAY=-1"), ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS=1"),
    ])
    func saysWhatIsNotSupported(rule: String, part: String) throws {
        let start = try Self.date("20260105T090000Z")
        let fault = #expect(throws: Recurrence.Fault.self) { _ = try Recurrence(start: start, rule: rule) }
        #expect(fault?.reason == Recurrence.unsupported(part).reason)
    }

    @Test(arguments: ["", "DTSTART:20260105", "RRULE:FREQ=DAILY", "x", "DTSTART:x\nRRULE:FREQ=DAILY"])
    func refusesOtherTexts(text: String) { #expect(Recurrence(text) == nil) }
}
