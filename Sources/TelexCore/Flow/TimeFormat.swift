import TelexJSON

/// How a time of day is shown, as a subset of the conversions of strftime(3).
public struct TimeFormat: Hashable, Sendable {
    /// The format, such as `%H:%M:%S`.
    public let text: String
    private let parts: [Part]

    private enum Part: Hashable {
        case literal(Unicode.Scalar)
        case hour, hourOf12, minute, second, half
    }

    /// `14:05`
    public static let hours24 = TimeFormat("%H:%M")!
    /// `2:05 pm`
    public static let hours12 = TimeFormat("%I:%M %p")!

    /// The longest format, in code points, as JSON Schema counts them.
    static let longest = 32

    /// The conversions, for error messages.
    public static let forms =
        "12, 24, or text with %H (00 to 23), %I (1 to 12), %M (minutes), %S (seconds), %p (am or pm) and %%"

    /// - Parameter text: `nil` is returned if it has an unknown conversion, a control character, or no conversion.
    public init?(_ text: String) {
        self.text = text
        var parts: [Part] = []
        var isConversion = false
        for scalar in text.unicodeScalars {
            if isConversion {
                isConversion = false
                switch scalar {
                case "H": parts.append(.hour)
                case "I": parts.append(.hourOf12)
                case "M": parts.append(.minute)
                case "S": parts.append(.second)
                case "p": parts.append(.half)
                case "%": parts.append(.literal("%"))
                default: return nil
                }
            } else if scalar == "%" {
                isConversion = true
            } else {
                parts.append(.literal(scalar))
            }
        }
        let isShown = parts.contains { if case .literal = $0 { false } else { true } }
        let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !isConversion, isShown, isClean, text.unicodeScalars.count <= Self.longest else { return nil }
        self.parts = parts
    }

    /// - Parameter second: the seconds since midnight.
    func text(second: Int) -> String {
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60)
        var text = ""
        for part in parts {
            switch part {
            case .literal(let scalar): text.unicodeScalars.append(scalar)
            case .hour: text += Self.padded(hour)
            case .hourOf12: text += "\(hour % 12 == 0 ? 12 : hour % 12)"
            case .minute: text += Self.padded(minute)
            case .second: text += Self.padded(second)
            case .half: text += hour < 12 ? "am" : "pm"
            }
        }
        return text
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// How times are shown, as a subset of strftime(3).
extension TimeFormat: WireValue {
    public static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 32] }
    public static var kind: String { "a format of times, such as \"%H:%M\"" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> TimeFormat {
        guard case .string(let text) = value, let format = TimeFormat(text) else { throw mismatch(value) }
        return format
    }
}
