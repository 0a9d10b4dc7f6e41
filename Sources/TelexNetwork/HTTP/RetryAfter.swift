import Foundation
import NIOHTTP1

/// How long a server asks clients to wait (RFC 9110, sections 5.6.7 and 10.2.3).
package enum RetryAfter {
    /// The longest wait that a server can ask for, in seconds: a week.
    private static let longest = 7 * 86_400.0

    /// A wait within the limit, in seconds; `nil` if it is not a wait.
    package static func limited(_ seconds: TimeInterval) -> TimeInterval? {
        seconds >= 0 ? min(seconds, longest) : nil
    }

    /// Reads a `Retry-After` header, which has seconds or a date.
    ///
    /// - Parameters:
    ///   - sent: the `Date` header of the response, because the clocks may differ.
    ///   - now: the time on this device, if the response has no date.
    /// - Returns: the wait in seconds; `nil` if the header is invalid.
    package static func seconds(_ value: String, sent: String?, now: Date) -> TimeInterval? {
        let text = value.trimmingCharacters(in: .whitespaces)
        if text.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil { return Double(text).flatMap(limited) }
        guard let end = date(text) else { return nil }
        return limited(max(0, end.timeIntervalSince(sent.flatMap(date) ?? now)))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date in one of the three forms of HTTP.
    static func date(_ text: String) -> Date? {
        let (day, month, year, time): (Substring, Substring, String, Substring)
        if let parts = text.wholeMatch(of: /[A-Za-z]{3}, ([0-9]{2}) ([A-Za-z]{3}) ([0-9]{4}) ([0-9:]{8}) GMT/) {
            (day, month, year, time) = (parts.1, parts.2, String(parts.3), parts.4)
        } else if let parts = text.wholeMatch(of: /[A-Za-z]+, ([0-9]{2})-([A-Za-z]{3})-([0-9]{2}) ([0-9:]{8}) GMT/) {
            (day, month, year, time) = (parts.1, parts.2, "20\(parts.3)", parts.4)
        } else if let parts = text.wholeMatch(of: /[A-Za-z]{3} ([A-Za-z]{3}) +([0-9]{1,2}) ([0-9:]{8}) ([0-9]{4})/) {
            (day, month, year, time) = (parts.2, parts.1, String(parts.4), parts.3)
        } else {
            return nil
        }
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard let index = months.firstIndex(of: String(month)), clock.count == 3, clock[0] < 24, clock[1] < 60,
            clock[2] <= 60
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(
            year: Int(year), month: index + 1, day: Int(day), hour: clock[0], minute: clock[1], second: clock[2])
        return calendar.date(from: parts)
    }
}

extension HTTPHeaders {
    /// How long the server asks clients to wait, in seconds; `nil` if it does not say.
    package var retryAfter: TimeInterval? {
        first(name: "retry-after").flatMap { RetryAfter.seconds($0, sent: first(name: "date"), now: Date()) }
    }
}
