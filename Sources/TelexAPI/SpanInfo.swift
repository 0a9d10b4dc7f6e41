import TelexJSON

/// A part of a text that has a style or a meaning. Spans may overlap.
package struct SpanInfo: Record, Hashable {
    /// Where it begins, in Unicode code points from the start of the text.
    package var start: Int
    /// Its length in Unicode code points, at least 1.
    package var length: Int
    /// One of `styles`.
    package var style: String
    /// The address of a `link`: https, http or mailto.
    package var url: String?
    /// The user name of a `mention`.
    package var user: String?
    /// The language of a `codeBlock`.
    package var language: String?
    /// Why a `spoiler` is hidden.
    package var reason: String?

    package static let styles = [
        "bold", "italic", "strikethrough", "code", "link", "codeBlock", "quote", "spoiler", "mention", "roomMention",
    ]

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

    package static var blank: SpanInfo { SpanInfo(start: 0, length: 0, style: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("start", &start.wide)
        try visitor.visit("length", &length.wide)
        try visitor.visit("style", &style)
        try visitor.visit("url", &url)
        try visitor.visit("userId", &user)
        try visitor.visit("language", &language)
        try visitor.visit("reason", &reason)
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
