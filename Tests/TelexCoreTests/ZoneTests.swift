import Foundation
import Testing

@testable import TelexCore

/// Time zones as rules and by name.
@Suite struct ZoneTests {
    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    /// Hours ahead of UTC.
    @Test(arguments: [
        ("UTC-5", 5), ("UTC5", -5), ("UTC+5", -5), ("EST5", -5), ("<+0530>-5:30", 5.5), ("<-03>3", -3), ("JST-9", 9),
        ("XXX-24", 24), ("XXX24", -24), ("ABC-1:30:36", 1.51), ("GMT0", 0), ("UTC0", 0),
    ])
    func readsRulesWithoutSummerTime(text: String, hours: Double) throws {
        let zone = try #require(Zone(text))
        #expect(zone.secondsFromUTC(at: try Self.date("2026-07-01T00:00:00Z")) == Int(hours * 3600))
        #expect(zone.name == text)
    }

    @Test(arguments: [
        "", "UT-5", "UTC-25", "UTC-5:60", "UTC-5x", "<+05-5", "<05>", "12345", "CET-1CEST,M3.5.0",
        "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,1",
        "CET-1CEST,M3.5.0/168,1",
        "CET-1CEST,M3.5.0,M10.5.0,", "CET-1CEST,M3.5.0,M10.5.0/3x", "Europe/Nowhere", "../../etc/passwd",
        "/etc/localtime",
        "\u{1}", "x" + String(repeating: "A", count: 200) + "5",
    ])
    func refusesOtherTexts(text: String) { #expect(Zone(text) == nil) }

    /// The seconds before and after each change.
    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600, 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200, 3600),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18000, -14400),
        ("XST5XDT", "2026-11-01T05:59:59Z", -14400, -18000),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T14:59:59Z", 39600, 37800),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:29:59Z", 37800, 39600),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200, -3600),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59Z", 7200, 10800),
        ("AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0, 3600),
        ("AAA0BBB,J60/0,J300/0", "2026-02-28T23:59:59Z", 0, 3600),
        ("AAA0BBB,59/0,300/0", "2028-02-28T23:59:59Z", 0, 3600),
        ("AAA0BBB,59/0,300/0", "2026-02-28T23:59:59Z", 0, 3600),
        ("AAA0BBB-3,M12.5.0,M1.1.0", "2026-12-27T01:59:59Z", 0, 10800),
    ])
    func changesClocks(text: String, last: String, before: Int, after: Int) throws {
        let zone = try #require(Zone(text))
        let date = try Self.date(last)
        #expect(zone.secondsFromUTC(at: date) == before)
        #expect(zone.secondsFromUTC(at: date.addingTimeInterval(1)) == after)
    }

    /// Each of these zones has this rule today, says the database.
    @Test(arguments: [
        ("Europe/Rome", "CET-1CEST,M3.5.0,M10.5.0/3"), ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"),
        ("Australia/Lord_Howe", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"),
        ("Europe/Dublin", "IST-1GMT0,M10.5.0,M3.5.0/1"),
        ("Asia/Kolkata", "IST-5:30"), ("America/Santiago", "<-04>4<-03>,M9.1.6/24,M4.1.6/24"),
    ])
    func agreesWithTheDatabase(name: String, rule: String) throws {
        let (named, ruled) = (try #require(Zone(iana: name)), try #require(Zone(rule)))
        let start = try Self.date("2026-01-01T00:00:00Z")
        for hour in 0..<(2 * 366 * 24) {
            let date = start.addingTimeInterval(Double(hour) * 3600 + 1)
            if named.secondsFromUTC(at: date) != ruled.secondsFromUTC(at: date) {
                Issue.record("\(name) at \(date)")
                break
            }
        }
    }

    @Test(arguments: [
        ("Europe/Rome", "2026-01-05T09:00:00Z", "Europe/Rome (UTC+01:00)"),
        ("Europe/Rome", "2026-07-05T09:00:00Z", "Europe/Rome (UTC+02:00)"),
        ("America/St_Johns", "2026-01-05T09:00:00Z", "America/St_Johns (UTC-03:30)"),
        ("UTC", "2026-01-05T09:00:00Z", "UTC"),
        ("UTC-5", "2026-01-05T09:00:00Z", "UTC-5 (UTC+05:00)"),
    ])
    func saysItsOffset(name: String, date: String, text: String) throws {
        #expect(try #require(Zone(name)).text(at: try Self.date(date)) == text)
    }

    @Test func anyRuleHasAnOffsetAtAnyDate() throws {
        let zone = try #require(Zone("CET-1CEST,M3.5.0,M10.5.0/3"))
        for seconds in [-.infinity, -1e300, -1e11, 0, 1e15, 1e300, .infinity, .nan] as [Double] {
            #expect([3600, 7200].contains(zone.secondsFromUTC(at: Date(timeIntervalSince1970: seconds))))
        }
    }
}
