import Foundation

/// Spans of time as people write them: an integer and `ms`, `s`, `m`, `h` or `d`.
public enum DurationText {
    /// The span in seconds, or `nil` if the text is none, or longer than a hundred years.
    public static func seconds(_ text: String) -> TimeInterval? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        let seconds = Double(number) * unit
        return seconds <= 100 * 366 * 86_400 ? seconds : nil
    }

    /// How such a span is written, for messages that explain it.
    public static let forms = "an integer and ms, s, m, h or d, such as 500ms or 2s"

    private static let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400]
}
