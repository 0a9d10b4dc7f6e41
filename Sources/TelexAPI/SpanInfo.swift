/// A part of a text that has a style or a meaning. Spans may overlap.
package struct SpanInfo: Codable, Hashable, Sendable {
    /// Where it begins, in Unicode code points from the start of the text.
    package let start: Int
    /// Its length in Unicode code points, at least 1.
    package let length: Int
    /// One of `styles`.
    package let style: String
    /// The address of a `link`: https, http or mailto.
    package let url: String?
    /// The user name of a `mention`.
    package let user: String?
    /// The language of a `codeBlock`.
    package let language: String?
    /// Why a `spoiler` is hidden.
    package let reason: String?

    package static let styles = [
        "bold", "italic", "strikethrough", "code", "link", "codeBlock", "quote", "spoiler", "mention", "roomMention",
    ]

    enum CodingKeys: String, CodingKey {
        case start, length, style, url, language, reason
        case user = "userId"
    }

    package init(
        start: Int, length: Int, style: String, url: String? = nil, user: String? = nil, language: String? = nil,
        reason: String? = nil
    ) {
        self.start = start
        self.length = length
        self.style = style
        self.url = url
        self.user = user
        self.language = language
        self.reason = reason
    }

    /// Whether it is valid in a text of that many code points.
    package func isValid(in count: Int) -> Bool {
        guard start >= 0, length > 0, start <= count, length <= count - start, Self.styles.contains(style) else {
            return false
        }
        let details = [url, user, language, reason].compactMap(\.self)
        guard details.allSatisfy({ $0.utf8.count <= Limits.longestSpanDetail }) else { return false }
        return switch style {
        case "link": url.map(Self.isSafe) ?? false
        case "mention": user != nil
        default: true
        }
    }

    private static func isSafe(_ url: String) -> Bool {
        ["https:", "http:", "mailto:"].contains { url.lowercased().hasPrefix($0) }
    }
}
