import CEditLine

/// The number of columns that text takes on a terminal, by wcwidth(3).
enum TextWidth {
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isPrintableASCII { return 1 }
        let width = cel_width(scalar.value)
        if width >= 0 { return Int(width) }
        // Of characters newer than the system's tables, pictographs are two columns wide.
        return (0x1F000...0x1FAFF).contains(scalar.value) ? 2 : scalar.value < 0x20 ? 0 : 1
    }

    static func of(_ text: some StringProtocol) -> Int {
        text.isPrintableASCII ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// The text, cut to at most `width` columns. An ellipsis replaces the part that is cut off.
    static func cut(_ text: String, to width: Int) -> String {
        if of(text) <= width { return text }
        var end = text.startIndex
        var used = 1
        while end < text.endIndex {
            let next = text.index(after: end)
            used += of(text[end..<next])
            if used > width { break }
            end = next
        }
        return width > 0 ? text[..<end] + "…" : ""
    }
}

/// Pads text to columns.
enum Columns {
    static func left(_ text: String, _ width: Int) -> String { text + padding(text, width) }
    static func right(_ text: String, _ width: Int) -> String { padding(text, width) + text }

    private static func padding(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - TextWidth.of(text)))
    }
}
