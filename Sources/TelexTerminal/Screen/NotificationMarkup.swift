/// The body of a desktop notification, which is markup (Desktop Notifications Specification, "Markup").
enum NotificationMarkup {
    /// Whether a program passes its second argument on as the body of a desktop notification, and resolves its backslashes
    /// first, as notify-send(1) and dunstify do.
    ///
    /// - Parameter program: its path.
    static func isRead(by program: String) -> Bool {
        ["notify-send", "dunstify"].contains(program.split(separator: "/").last)
    }

    /// Returns what such a program shows as this text. GNOME Shell knows named entities only.
    static func of(_ text: String) -> String {
        var markup = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup.append(contentsOf: "&amp;".unicodeScalars)
            case "<": markup.append(contentsOf: "&lt;".unicodeScalars)
            case ">": markup.append(contentsOf: "&gt;".unicodeScalars)
            case "\\": markup.append(contentsOf: "\\\\".unicodeScalars)
            default: markup.append(scalar)
            }
        }
        return String(markup)
    }
}
