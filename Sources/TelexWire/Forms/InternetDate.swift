import Foundation

/// Dates as RFC 3339 writes them: UTC, in milliseconds.
enum InternetDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let plain = Date.ISO8601FormatStyle()

    /// The years 0 to 9999 (RFC 3339, 5.6). A server may send a number that lies beyond them.
    private static let years =
        Date(timeIntervalSince1970: -62_167_219_200)...Date(timeIntervalSince1970: 253_402_300_799.999)

    // Half a millisecond more, since the style cuts off what it does not show.
    static func text(_ date: Date) -> String {
        min(max(date, years.lowerBound), years.upperBound).addingTimeInterval(0.0005).formatted(style)
    }

    static func date(_ text: String) -> Date? {
        guard let date = (try? style.parse(text)) ?? (try? plain.parse(text)) else { return nil }
        let rounded = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
        return years.contains(rounded) ? rounded : nil
    }
}
