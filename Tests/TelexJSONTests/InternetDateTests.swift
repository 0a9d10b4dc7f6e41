import Foundation
import Testing

@testable import TelexJSON

@Suite struct InternetDateTests {
    @Test(arguments: [
        (1_767_603_600.125, "2026-01-05T09:00:00.125Z"), (1e15, "9999-12-31T23:59:59.999Z"),
        (-11_676_096_000, "1600-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
        (951_782_400, "2000-02-29T00:00:00.000Z"),
        (0.9996, "1970-01-01T00:00:01.000Z"),
    ])
    func writesTheNearestValidDate(seconds: Double, text: String) {
        #expect(InternetDate.text(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [-.infinity, -1e300, -1e15, 0, 1e15, 1e300, .infinity, .nan]) func readsWhatItWrites(
        seconds: Double
    ) throws {
        let text = InternetDate.text(Date(timeIntervalSince1970: seconds))
        #expect(InternetDate.date(text).map(InternetDate.text) == text)
    }

    /// The first are read without Foundation, the others with it.
    @Test(
        arguments: [
            ("2026-01-05T09:00:00Z", 1_767_603_600), ("2026-01-05T09:00:00.5Z", 1_767_603_600.5),
            ("2026-01-05T09:00:00.0004Z", 1_767_603_600), ("2026-01-05T09:00:00.999999999Z", 1_767_603_601),
            ("1969-12-31T23:59:59.5Z", -0.5), ("2000-02-29T23:59:59Z", 951_868_799),
            ("2026-01-05T10:00:00+01:00", 1_767_603_600), ("1599-12-31T23:59:59Z", -11_676_096_001),
            ("2026-13-01T00:00:00Z", nil), ("2026-01-00T00:00:00Z", nil),
            ("2026-01-0:T09:00:00Z", nil), ("2026-01-05T09:00:0/Z", nil), ("2026-01-05T09:00:00.1:Z", nil),
            ("2026-01-05T09:00:00", nil), ("2026-01-05T09:00:00.Z", nil), ("2026-01-05X09:00:00Z", nil),
            ("２026-01-05T09:00Z", nil), ("Z", nil), ("", nil),
        ] as [(String, Double?)])
    func readsDates(text: String, seconds: Double?) {
        #expect(InternetDate.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "2026-01-05T09:00:00Z", "2026-01-05T09:00:00.5Z", "2026-01-05T09:00:00.999999999Z", "1969-12-31T23:59:59.5Z",
    ])
    func readsDatesInUTCWithoutFoundation(text: String) { #expect(InternetDate.utc(text) != nil) }

    @Test(arguments: [
        ("0001-01-01T00:00:00Z", true), ("9999-12-31T23:59:59.999Z", true), ("62026-01-05T08:00:00Z", false),
        ("10000-01-01T00:00:00Z", false), ("9999-12-31T23:59:59-01:00", false),
    ])
    func readsOnlyYearsThatItCanWrite(text: String, isRead: Bool) {
        #expect((InternetDate.date(text) != nil) == isRead)
    }
}
