/// Makes untrusted text safe to print on a terminal.
package enum HarmlessText {
    /// The maximum number of combining marks on a character. No script needs more (UAX #15, Stream-Safe Text Format).
    private static let mostMarks = 30

    /// Returns the text on one line, with control and invisible characters made visible. Control characters become the
    /// symbols of Unicode's Control Pictures, a tab becomes spaces. Bidirectional controls and other invisible
    /// characters become their code points. Excess combining marks, which would cover other rows, are cut off.
    package static func of(_ text: String) -> String {
        if text.isPrintableASCII { return text }
        guard text.unicodeScalars.contains(where: { isHarmful($0) || isMark($0) }) else { return text }
        var harmless = ""
        var marks = 0
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == flag, let tags = tags.first(where: { rest.starts(with: $0) }) {
                harmless.unicodeScalars.append(scalar)
                harmless.unicodeScalars.append(contentsOf: tags)
                rest.removeFirst(tags.count)
                continue
            }
            marks = isMark(scalar) ? marks + 1 : 0
            if isHarmful(scalar) {
                harmless += picture(of: scalar)
            } else if marks <= mostMarks {
                harmless.unicodeScalars.append(scalar)
            } else if marks == mostMarks + 1 {
                harmless += "…"
            }
        }
        return harmless
    }

    /// The flag that tags make the flag of England, Scotland or Wales. Only those are in general use (UTS #51).
    private static let flag: Unicode.Scalar = "\u{1F3F4}"
    private static let tags = ["gbeng", "gbsct", "gbwls"].map { name in
        name.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) } + ["\u{E007F}"]
    }

    /// Returns the text with each of its lines made safe.
    package static func ofLines(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { of(String($0)) }.joined(separator: "\n")
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Whether a character controls the terminal, changes the text direction or is invisible.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true  // C0, DEL and C1
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: true  // bidirectional controls (UAX #9)
        case 0x2028, 0x2029, 0xFEFF, 0xFFF9...0xFFFB: true  // separators, byte order mark, interlinear annotation
        case 0xE0000...0xE007F: true  // tags
        default: false
        }
    }

    private static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x09: return "    "
        case 0..<0x20: return String(Character(Unicode.Scalar(0x2400 + scalar.value) ?? "?"))
        case 0x7F: return "\u{2421}"
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
        }
    }
}
