/// Shortens a message to what a row shows of it.
enum PreviewText {
    /// In characters.
    static let longest = 120

    /// The first characters of the text, on one line.
    static func line(of text: String) -> String {
        // Short plain text, the most common by far, is its own preview.
        if text.utf8.count <= longest, !text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) { return text }
        let start = text.prefix(longest + 1)
        let line = String(start.prefix(longest).map { $0.isNewline ? " " : $0 })
        return start.count > longest ? line + "…" : line
    }
}
