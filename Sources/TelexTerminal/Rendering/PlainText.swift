import Foundation

/// Puts the signs of the REPL into words, for people who have the screen read to them.
enum PlainText {
    /// Returns a printed line with words instead of signs. What people write follows a time or an indentation, and stays.
    static func of(_ line: String) -> String {
        for (sign, word) in [("! ", "Error: "), ("* ", "Notification: ")] where line.hasPrefix(sign) {
            return word + line.dropFirst(sign.count)
        }
        for frame in ["──", "—"] where line.hasPrefix("\(frame) ") && line.hasSuffix(" \(frame)") {
            return String(line.dropFirst(frame.count + 1).dropLast(frame.count + 1))
        }
        return line
    }
}
