import Foundation

/// Spans of time as people write them: an integer and `ms`, `s`, `m`, `h` or `d`.
public enum DurationText {
    /// The span in seconds, or `nil` if the text is none, or longer than a hundred years.
    public static func seconds(_ text: String) -> TimeInterval? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = units[String(text.dropFirst(digits.count))], digits.count <= unit.digits,
            let number = Int64(digits)
        else { return nil }
        return Double(number) * unit.seconds
    }

    /// How such a span is written, for messages that explain it.
    public static let forms = "an integer and ms, s, m, h or d, such as 500ms or 2s, of ten years at most"

    /// The units: the length of each in seconds, and how many digits its number may have.
    private static let units: [String: (seconds: Double, digits: Int)] = [
        "ms": (0.001, 12), "s": (1, 9), "m": (60, 7), "h": (3600, 5), "d": (86_400, 4),
    ]

    /// What a regular expression makes of that (ECMA-262).
    public static let pattern =
        "^(" + units.sorted { $0.key < $1.key }.map { "[0-9]{1,\($0.value.digits)}\($0.key)" }.joined(separator: "|")
        + ")$"
}
