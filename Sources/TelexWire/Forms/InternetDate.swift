import Foundation

/// Dates as RFC 3339 writes them: UTC, in milliseconds.
enum InternetDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let plain = Date.ISO8601FormatStyle()

    /// The years that it can write, 0 to 9999; a server may say anything.
    private static let first = Date(timeIntervalSince1970: -62_167_219_200)
    private static let last = Date(timeIntervalSince1970: 253_402_300_799.999)

    // Half a millisecond more, since the style cuts off what it does not show.
    static func text(_ date: Date) -> String {
        min(max(date, first), last).addingTimeInterval(0.0005).formatted(style)
    }

    static func date(_ text: String) -> Date? {
        guard let date = (try? style.parse(text)) ?? (try? plain.parse(text)) else { return nil }
        return Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
