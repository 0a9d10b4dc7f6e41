import TelexJSON

/// A part of a text that has a style or a meaning. Spans may overlap.
public struct TextSpan: Hashable, Sendable {
    /// Where a span begins, in Unicode code points from the start of the text.
    public var start: Int
    /// The length of a span, in Unicode code points.
    ///
    /// At least 1.
    public var length: Int
    /// The style or meaning of a span: `bold`, `italic`, `strikethrough`, `code`, `link` (to `url`), `codeBlock`,
    /// `quote`, `spoiler` (hidden until a reader asks for it), `mention` (of `userId`) or `roomMention` (of all).
    public var style: Style
    /// The address of a link.
    public var url: String?
    /// The user of a `mention`.
    public var user: UserID?
    /// The language of a code block, if it is known.
    public var language: String?
    /// Why a `spoiler` is hidden, if its author says so.
    public var reason: String?

    public init(
        _ style: Style, start: Int, length: Int, url: String? = nil, user: UserID? = nil, language: String? = nil,
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

    public enum Style: String, Hashable, Sendable, CaseIterable {
        case bold, italic, strikethrough, code, link
        /// Lines of code.
        case codeBlock
        /// Lines of somebody else.
        case quote
        /// Text to hide until a reader asks for it.
        case spoiler
        /// Names a user, who is notified.
        case mention
        /// Notifies everybody in the chat.
        case roomMention
    }

    public var end: Int { start + length }

    /// The most spans of a text.
    package static let most = 500

    /// The schemes of addresses that a link may lead to.
    private static let schemes = ["https:", "http:", "mailto:"]

    /// Whether a link may lead to an address.
    package static func isSafe(_ url: String) -> Bool {
        url.utf8.count <= 2048 && schemes.contains { url.lowercased().hasPrefix($0) }
            && !url.unicodeScalars.contains { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    }

    /// Whether the span lies within a text of `count` code points and has the members that its style needs.
    package func isValid(in count: Int) -> Bool {
        guard start >= 0, length > 0, length <= count - start else { return false }
        return switch style {
        case .link: url.map(Self.isSafe) ?? false
        case .mention: user != nil
        case .bold, .italic, .strikethrough, .code, .codeBlock, .quote, .spoiler, .roomMention: true
        }
    }
}

extension TextSpan.Style: WireWord {
    public static var schemaName: String { "SpanStyle" }
}

extension TextSpan: WireRecord {
    public static var blank: TextSpan { TextSpan(.bold, start: 0, length: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("start", &start)
        try visitor.visit("length", &length)
        try visitor.visit("style", &style)
        try visitor.visit("url", &url)
        try visitor.visit("userId", &user)
        try visitor.visit("language", &language)
        try visitor.visit("reason", &reason)
    }
}

extension [TextSpan] {
    /// Those that are valid in a text, at most as many as a text may have.
    package func valid(in text: String) -> [TextSpan] {
        if isEmpty { return self }
        let count = text.unicodeScalars.count
        return Array(filter { $0.isValid(in: count) }.prefix(TextSpan.most))
    }
}
