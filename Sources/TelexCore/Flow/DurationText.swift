import Foundation

/// Durations as text: an integer and `ms`, `s`, `m`, `h` or `d`.
public enum DurationText {
    /// The duration in seconds; `nil` if the text is not a duration, or its number has too many digits.
    public static func seconds(_ text: String) -> TimeInterval? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = units[String(text.dropFirst(digits.count))], digits.count <= unit.digits,
            let number = Int64(digits)
        else { return nil }
        return Double(number) * unit.seconds
    }

    /// The duration as text, in whole seconds if it has no fraction of one, or else in milliseconds.
    public static func text(_ seconds: TimeInterval) -> String {
        let milliseconds = Int64((min(max(0, seconds), 1e12) * 1000).rounded())
        return milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    /// Describes the format, for error messages.
    public static let forms = "an integer and ms, s, m, h or d, such as 500ms or 2s, up to ten years"

    /// The units: the length of each in seconds, and how many digits its number may have.
    private static let units: [String: (seconds: Double, digits: Int)] = [
        "ms": (0.001, 12), "s": (1, 9), "m": (60, 7), "h": (3600, 5), "d": (86_400, 4),
    ]

    /// The same format as a regular expression (ECMA-262).
    public static let pattern =
        "^(" + units.sorted(by: \.key).map { "[0-9]{1,\($0.value.digits)}\($0.key)" }.joined(separator: "|")
        + ")$"
}
