/// Shortens messages for list rows.
enum PreviewText {
    /// The length of the longest preview, in characters.
    static let longest = 120

    /// The preview of a message below the title of its chat, on one line.
    ///
    /// - Parameters:
    ///   - text: the message on one line.
    ///   - senderName: omitted if it is the title.
    static func said(_ text: String, _ kind: MessageKind, by senderName: String, in title: String) -> String {
        let what =
            switch kind {
            case .text, .notice, .emote, .file, .system: text
            case .deleted: deleted
            case .unshowable: placeholder(for: text)
            }
        if kind == .emote { return "* \(senderName) \(what)" }
        return senderName == title ? what : "\(senderName): \(what)"
    }

    /// The text shown for a deleted message.
    static let deleted = "[deleted]"

    /// The text shown for an answered message that is not stored here.
    static let unknown = "[a message that is not loaded]"

    /// The text shown for what an ignored person wrote.
    static let ignored = "[a message of somebody you ignore]"

    /// The text shown for content that cannot be shown.
    static func placeholder(for what: String) -> String { "[\(what): cannot be shown here]" }

    /// The first characters of the text, on one line.
    static func line(of text: String) -> String {
        // Most texts are short, without line breaks, and are their own preview. Line breaks beyond ASCII begin with
        // 0xC2 or 0xE2.
        let isPreview = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.count <= longest && bytes.allSatisfy { $0 >= 0x20 && $0 != 0xC2 && $0 != 0xE2 }
        }
        if isPreview == true { return text }
        // In ASCII without carriage returns, each byte is a character.
        let shortened = text.utf8.withContiguousStorageIfAvailable { bytes -> String? in
            guard bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return nil }
            let line = bytes.prefix(longest).map { 0x0A...0x0C ~= $0 ? 0x20 : $0 }
            return String(decoding: line, as: UTF8.self) + (bytes.count > longest ? "…" : "")
        }
        if let shortened = shortened ?? nil { return shortened }
        let start = text.prefix(longest + 1)
        let line = String(start.prefix(longest).map { $0.isNewline ? " " : $0 })
        return start.count > longest ? line + "…" : line
    }
}
