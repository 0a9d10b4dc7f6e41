/// Emoji by their names in Unicode, and a few by the short names that other chats use.
enum Shortcodes {
    private static let short = [
        "+1": "👍", "thumbsup": "👍", "-1": "👎", "thumbsdown": "👎", "heart": "❤️", "smile": "😄", "grin": "😁", "joy": "😂",
        "rofl": "🤣", "wink": "😉",
        "blush": "😊", "sunglasses": "😎", "thinking": "🤔", "cry": "😢", "sob": "😭", "scream": "😱", "angry": "😠",
        "tada": "🎉", "fire": "🔥", "100": "💯", "eyes": "👀", "wave": "👋", "clap": "👏", "pray": "🙏", "muscle": "💪",
        "ok": "👌", "shrug": "🤷", "rocket": "🚀", "coffee": "☕", "beer": "🍺", "cake": "🍰", "bug": "🐛", "check": "✅",
        "x": "❌", "warning": "⚠️", "star": "⭐", "bulb": "💡",
    ]

    /// The blocks of Unicode in which most emoji are.
    private static let blocks: [ClosedRange<UInt32>] = [0x2600...0x27BF, 0x1F300...0x1FAFF]

    private static let all: [CompletionWorld.Candidate] = {
        let named = blocks.joined().compactMap(Unicode.Scalar.init).compactMap { scalar -> CompletionWorld.Candidate? in
            guard scalar.properties.isEmoji, let name = scalar.properties.name else { return nil }
            let emoji = scalar.properties.isEmojiPresentation ? String(scalar) : "\(scalar)\u{FE0F}"
            let code = name.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 }
            return CompletionWorld.Candidate(text: ":\(String(code)):", what: emoji)
        }
        return short.sorted(by: \.key).map { CompletionWorld.Candidate(text: ":\($0.key):", what: $0.value) }
            + named
    }()

    /// Returns the emoji that a shortcode such as `:tada:` names, or `nil` if there is none. An emoji gets the form that other
    /// programs send: with U+FE0F if it would be text without it (UTS #51). Other text is returned unchanged.
    static func emoji(_ text: String) -> String? {
        guard text.count > 2, text.hasPrefix(":"), text.hasSuffix(":") else {
            let scalars = Array(text.unicodeScalars)
            guard scalars.count == 1, let only = scalars.first, !only.isASCII, only.properties.isEmoji else {
                return text
            }
            return only.properties.isEmojiPresentation ? text : "\(only)\u{FE0F}"
        }
        return all.first { $0.text == text.lowercased() }?.what
    }

    /// Completes a word that begins with a colon. A whole name, or the only one that contains the word, becomes the emoji.
    static func completion(of word: String) -> Completion {
        let typed = word.dropFirst().lowercased().replacing(":", with: "")
        guard !typed.isEmpty else { return Completion() }
        let matches = all.filter { $0.text.contains(typed) }
        let exact = matches.first { $0.text == ":\(typed):" }
        guard let only = matches.count == 1 ? matches[0] : word.hasSuffix(":") ? exact : nil else {
            // A name that begins with the word comes before one that contains it.
            let sorted =
                matches.filter { $0.text.hasPrefix(":\(typed)") } + matches.filter { !$0.text.hasPrefix(":\(typed)") }
            return Completion(candidates: sorted)
        }
        return Completion(replaced: word.unicodeScalars.count, insertion: only.what)
    }
}
