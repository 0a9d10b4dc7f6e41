import Foundation
import Testing

@testable import TelexNetwork

/// Tests how long a server may ask clients to wait.
@Suite struct RetryAfterTests {
    /// 6 November 1994, 08:49:37 UTC.
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        arguments: [
            ("0", 0), ("120", 120), (" 7 ", 7), ("1.5", 1.5), ("99999999999999999999", 604_800),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 604_800),
            ("Sun Nov  6 08:50:37 1994", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Sun, 06 Nov 2094 08:00:00 GMT", 604_800), ("-1", nil), ("nan", nil), ("inf", nil), ("0x10", nil),
            ("soon", nil), ("", nil), ("Sun, 06 Nov 1994 25:00:00 GMT", nil), ("Sun, 06 Foo 1994 08:50:37 GMT", nil),
        ] as [(String, TimeInterval?)])
    func readsSecondsAndDates(value: String, seconds: TimeInterval?) {
        // A year of two digits is one of this century.
        #expect(RetryAfter.seconds(value, sent: nil, now: now) == seconds)
    }

    @Test func goesByTheClockOfTheServer() {
        let sent = "Sun, 06 Nov 1994 08:00:00 GMT"
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:00:30 GMT", sent: sent, now: now) == 30)
    }
}
