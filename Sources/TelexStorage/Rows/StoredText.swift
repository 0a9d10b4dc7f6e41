/// Encodes text for the tables.
///
/// SQLite returns text only up to its first U+0000. That character is therefore stored as U+0001 and `0`, and U+0001
/// itself as U+0001 and `1`.
enum StoredText {
    static func encode(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 2 }) else { return text }
        var encoded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0: encoded.append(contentsOf: ["\u{1}", "0"])
            case 1: encoded.append(contentsOf: ["\u{1}", "1"])
            default: encoded.append(scalar)
            }
        }
        return String(encoded)
    }

    static func decode(_ text: String) -> String {
        guard text.utf8.contains(1) else { return text }
        var decoded = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                decoded.append(scalar == "0" ? "\u{0}" : "\u{1}")
                isEscaped = false
            } else if scalar == "\u{1}" {
                isEscaped = true
            } else {
                decoded.append(scalar)
            }
        }
        return String(decoded)
    }
}
