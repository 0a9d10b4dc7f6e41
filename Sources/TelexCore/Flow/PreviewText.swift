/// Shortens a message to what a row shows of it.
enum PreviewText {
    /// In characters.
    static let longest = 120

    /// What a message says where it stands below the title of its chat, on one line.
    ///
    /// - Parameters:
    ///   - text: the message on one line.
    ///   - senderName: left out where the title says it.
    static func said(_ text: String, _ kind: MessageKind, by senderName: String, in title: String) -> String {
        let what =
            switch kind {
            case .text, .notice, .emote, .system: text
            case .deleted: deleted
            case .unshowable: placeholder(for: text)
            }
        if kind == .emote { return "* \(senderName) \(what)" }
        return senderName == title ? what : "\(senderName): \(what)"
    }

    /// What stands for a message that is gone.
    static let deleted = "[deleted]"

    /// What stands for something that cannot be shown.
    static func placeholder(for what: String) -> String { "[\(what): it cannot be shown here]" }

    /// The first characters of the text, on one line.
    static func line(of text: String) -> String {
        // Short text without line breaks, the most common by far, is its own preview. Those beyond ASCII begin with these bytes.
        let isPreview = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.count <= longest && bytes.allSatisfy { $0 >= 0x20 && $0 != 0xC2 && $0 != 0xE2 }
        }
        if isPreview == true { return text }
        let start = text.prefix(longest + 1)
        let line = String(start.prefix(longest).map { $0.isNewline ? " " : $0 })
        return start.count > longest ? line + "…" : line
    }
}
