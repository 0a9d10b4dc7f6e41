import Foundation
import Testing

@testable import TelexCore

/// The grammar of due dates.
@Suite struct DueDateTests {
    private static let zones = [
        "UTC", "Europe/Rome", "Europe/London", "America/New_York", "America/Los_Angeles", "America/St_Johns",
        "America/Sao_Paulo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia",
    ]

    private static func region(_ zone: String) -> Region {
        Region(timeZone: TimeZone(identifier: zone)!, locale: Region.fixedLocale)
    }

    /// A local time, such as `2026-01-05 09:00`.
    private static func date(_ text: String, _ region: Region) throws -> Date {
        try Date.ISO8601FormatStyle(timeZone: region.timeZone).year().month().day().dateTimeSeparator(.space)
            .time(includingFractionalSeconds: false).parse("\(text):00")
    }

    /// What a phrase means at a local time, in the form of the table.
    private static func meaning(_ phrase: String, at now: String, _ region: Region) throws -> String {
        switch DueDateUseCase.read(phrase, now: try date(now, region), region) {
        case nil: return "-"
        case .refused(let reason): return "! \(reason)"
        case .understood(let date):
            let style = Date.ISO8601FormatStyle(timeZone: region.timeZone).year().month().day()
                .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
            let due = date.due.formatted(style).prefix(16)
            return "\(due) |\(date.name.isEmpty ? "" : " \(date.name)")\(date.isSkipped ? " (skipped)" : "")"
        }
    }

    @Test(arguments: DuePhrases.all)
    func understandsOrRefusesEachPhraseInEachZone(_ line: String) throws {
        let end = try #require(line.range(of: " | "))
        let (phrase, expected) = (String(line[..<end.lowerBound]), String(line[end.upperBound...]))
        for zone in Self.zones {
            let meaning = try Self.meaning(phrase, at: "2026-01-05 09:00", Self.region(zone))
            #expect(meaning == expected, "\(zone): \(phrase)")
        }
    }

    /// In the second of two equal hours, the next 2:30 is that of the second.
    @Test(arguments: [
        ("2:30 call Ada", "2026-10-25T01:15:00Z", "2026-10-25T01:30:00Z"),
        ("2:30 call Ada", "2026-10-25T00:15:00Z", "2026-10-25T00:30:00Z"),
        ("today 2:30 call Ada", "2026-10-25T00:45:00Z", "2026-10-25T01:30:00Z"),
        ("2:30 call Ada", "2026-10-25T01:45:00Z", "2026-10-26T01:30:00Z"),
    ])
    func findsTheSecondOfTwoEqualTimes(phrase: String, now: String, due: String) throws {
        let reading = DueDateUseCase.read(
            phrase, now: try Date(now, strategy: .iso8601), Self.region("Europe/Rome"))
        #expect(reading == .understood(.init(due: try Date(due, strategy: .iso8601), name: "call Ada")))
    }

    @Test func tellsWhichOfTwoEqualTimesIsMeant() throws {
        let region = Self.region("Europe/Rome")
        let times = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-24T00:30:00Z", "2026-10-25T02:30:00Z"]
        #expect(try times.map { region.isTwice(try Date($0, strategy: .iso8601)) } == [true, true, false, false])
    }

    @Test func refusesTimesAfterTheYear9999() {
        let text = "9999-12-31 23:59 -12"
        #expect(
            DueDateUseCase.read(text, now: Date(timeIntervalSince1970: 1_767_603_600), .fixed)
                == .refused(DueDateError.tooFar(text).sentence))
    }

    /// The same moment everywhere.
    @Test(arguments: [
        ("tomorrow 18:00 UTC call Ada", "2026-01-06 18:00"), ("tomorrow 18:00 Z call Ada", "2026-01-06 18:00"),
        ("tomorrow 18:00 gmt call Ada", "2026-01-06 18:00"), ("tomorrow 18:00 (UTC) call Ada", "2026-01-06 18:00"),
        ("tomorrow 18:00 +02:00 call Ada", "2026-01-06 16:00"), ("tomorrow 18:00 UTC-5 call Ada", "2026-01-06 23:00"),
        ("tomorrow 18:00 +0530 call Ada", "2026-01-06 12:30"),
        ("tomorrow 6 p.m. Europe/Rome call Ada", "2026-01-06 17:00"),
        ("18:00 europe/rome tomorrow call Ada", "2026-01-06 17:00"),
        ("tomorrow 18:00 US/Eastern call Ada", "2026-01-06 23:00"),
        ("tomorrow 18:00 Etc/GMT+5 call Ada", "2026-01-06 23:00"),
        ("tomorrow 18:00 EST5EDT call Ada", "2026-01-06 23:00"),
        ("2026-01-06T18:00:00.000Z call Ada", "2026-01-06 18:00"),
        ("2026-01-06T18:00[Europe/Rome] call Ada", "2026-01-06 17:00"),
        ("2026-01-06T18:00+01:00[Europe/Rome] call Ada", "2026-01-06 17:00"),
        ("2026-01-06T18:00Z call Ada", "2026-01-06 18:00"), ("2026-01-06T18:00+01:00: call Ada", "2026-01-06 17:00"),
    ])
    func readsZones(phrase: String, due: String) throws {
        for zone in Self.zones {
            let region = Self.region(zone)
            let reading = DueDateUseCase.read(phrase, now: try Self.date("2026-01-05 12:00", region), region)
            let expected = try Self.date(due, .fixed)
            #expect(reading == .understood(.init(due: expected, name: "call Ada")), "\(zone)")
        }
    }

    /// A time without a day is the next one in its own zone.
    @Test func aTimeInAnotherZoneIsTheNextOne() throws {
        let tokyo = Self.region("Asia/Tokyo")
        #expect(try Self.meaning("18:00 UTC x", at: "2026-01-05 09:00", tokyo) == "2026-01-06 03:00 | x")
        #expect(try Self.meaning("23:00 UTC x", at: "2026-01-05 09:00", tokyo) == "2026-01-06 08:00 | x")
        #expect(try Self.meaning("0:30 UTC x", at: "2026-01-05 09:00", tokyo) == "2026-01-05 09:30 | x")
    }

    /// Over both changes of daylight saving time.
    @Test(arguments: [
        ("Europe/Rome", "2026-03-28 12:00", "tomorrow 2:30 x", "2026-03-29 03:30 | x (skipped)"),
        ("Europe/Rome", "2026-03-28 12:00", "in 1 day x", "2026-03-29 12:00 | x"),
        ("Europe/Rome", "2026-03-28 12:00", "in 24 hours x", "2026-03-29 13:00 | x"),
        ("Europe/Rome", "2026-03-29 01:59", "in 1 min x", "2026-03-29 03:00 | x"),
        ("Europe/Rome", "2026-03-29 01:30", "in 2h30 x", "2026-03-29 05:00 | x"),
        ("Europe/Rome", "2026-03-28 12:00", "in 1 day 2 hours x", "2026-03-29 14:00 | x"),
        ("Europe/Rome", "2026-10-24 12:00", "tomorrow 2:30 x", "2026-10-25 02:30 | x"),
        ("Europe/Rome", "2026-10-24 12:00", "in 24 hours x", "2026-10-25 11:00 | x"),
        ("Europe/Rome", "2026-10-24 12:00", "tomorrow x", "2026-10-25 09:00 | x"),
        ("America/New_York", "2026-03-07 12:00", "tomorrow 2:30 x", "2026-03-08 03:30 | x (skipped)"),
        ("America/New_York", "2026-10-31 12:00", "in 24 hours x", "2026-11-01 11:00 | x"),
        ("Australia/Lord_Howe", "2026-10-03 12:00", "tomorrow 2:15 x", "2026-10-04 02:45 | x (skipped)"),
        ("Australia/Lord_Howe", "2026-10-03 12:00", "in 24 hours x", "2026-10-04 12:30 | x"),
        ("Australia/Lord_Howe", "2026-04-04 12:00", "in 24 hours x", "2026-04-05 11:30 | x"),
        ("America/Sao_Paulo", "2018-11-03 12:00", "tomorrow 0:00 x", "2018-11-04 01:00 | x (skipped)"),
        ("Pacific/Apia", "2011-12-29 12:00", "tomorrow 12:00 x", "2011-12-31 12:00 | x (skipped)"),
        ("Asia/Tokyo", "2026-03-28 12:00", "in 24 hours x", "2026-03-29 12:00 | x"),
    ])
    func countsOnTheClock(zone: String, now: String, phrase: String, expected: String) throws {
        #expect(try Self.meaning(phrase, at: now, Self.region(zone)) == expected)
    }

    /// 31 January and a month is the last day of February.
    @Test(arguments: [
        ("2026-01-31", "in a month", "2026-02-28"), ("2028-01-31", "in 1 month", "2028-02-29"),
        ("2026-12-31", "in 2 months", "2027-02-28"), ("2026-12-15", "next month", "2027-01-01"),
        ("2028-02-29", "in a year", "2029-02-28"), ("2026-01-31", "in 13 months", "2027-02-28"),
        ("2026-12-31", "the 1st", "2027-01-01"), ("2026-12-31", "next year", "2027-01-01"),
        ("2026-12-31", "1 jan", "2027-01-01"), ("2027-12-31", "29 feb", "2028-02-29"),
    ])
    func countsMonths(today: String, phrase: String, day: String) throws {
        #expect(try Self.meaning("\(phrase) 12:00 x", at: "\(today) 12:00", .fixed) == "\(day) 12:00 | x")
    }

    /// Whatever is typed, the parser ends, and what it says of the text is in the text.
    @Test func readsAnything() throws {
        let words = [
            "in", "at", "on", "the", "a", "and", "half", "past", "to", "next", "this", "week", "friday", "24", "dec",
            "2027",
            "18:00", "p.m.", "6", "hours", "min", "tomorrow", "tonight", "UTC", "+02:00", "Europe/Rome", "-", "x:", ",",
            ":",
            "2h30", "24.12.", "1/2", "9999-12-31", "0000-01-01", "999999", "from", "now", "evening", "e\u{301}",
            "١٢:٠٠",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined(separator: " ")
            guard case .understood(let date)? = DueDateUseCase.read(text, now: Date(timeIntervalSince1970: 0), .fixed)
            else { continue }
            let typed = text.split(separator: " ")
            #expect(date.name.split(separator: " ").allSatisfy { typed.contains($0) }, "\(text)")
        }
    }
}
