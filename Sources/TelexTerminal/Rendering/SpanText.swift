import TelexCore

/// A message's text with its spans, as lines for the terminal.
struct SpanText {
    private let base: Role
    private let showsSpoilers: Bool
    private let isPlain: Bool
    private var lines: [StyledText] = []
    private var line = StyledText("")
    private var isLineEmpty = true
    /// The open spans, the outermost first.
    private var active: [TextSpan] = []
    /// How many open spans hide their text.
    private var hiding = 0
    /// The length of the visible text so far, in bytes.
    private var length = 0
    /// The length where each link began that is open, by the link.
    private var starts: [TextSpan: Int] = [:]
    /// The text added last.
    private var lastText = ""

    /// - Parameters:
    ///   - showsSpoilers: whether hidden parts are shown.
    ///   - isPlain: whether words stand in place of signs.
    static func lines(
        _ text: FormattedText, _ role: Role, showsSpoilers: Bool = false, isPlain: Bool = false
    ) -> [StyledText] {
        var reader = SpanText(base: role, showsSpoilers: showsSpoilers, isPlain: isPlain)
        for piece in text.pieces { reader.add(piece) }
        reader.endLine()
        return reader.lines
    }

    private mutating func add(_ piece: FormattedText.Piece) {
        switch piece {
        case .open(let span):
            if span.style == .link { starts[span] = length }
            if span.style == .spoiler, !showsSpoilers {
                if hiding == 0 { add(StyledText(FormattedText.placeholder(span), .secondary)) }
                hiding += 1
            }
            active.append(span)
        case .close(let span):
            if let index = active.lastIndex(of: span) { active.remove(at: index) }
            if span.style == .spoiler, !showsSpoilers { hiding -= 1 }
            guard span.style == .link, let url = span.url, let start = starts[span], hiding == 0 else { break }
            // What a link says is not where it leads.
            if length > start, lastText != url {
                add(StyledText(" (", .secondary) + StyledText(url, .secondary, link: url) + StyledText(")", .secondary))
            }
        case .text(let text): if hiding == 0 { add(text) }
        }
    }

    private mutating func add(_ text: String) {
        lastText = text
        length += text.utf8.count
        let role = role
        for (index, part) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if index > 0 { endLine() }
            if !part.isEmpty { add(Link.text(String(part), role)) }
        }
    }

    private mutating func add(_ text: StyledText) {
        if isLineEmpty, active.contains(where: { $0.style == .quote }) {
            line += StyledText(isPlain ? "Quote: " : "│ ", .secondary)
            if !isPlain { line.hanging = "│ " }
        }
        isLineEmpty = false
        line += text
    }

    private mutating func endLine() {
        lines.append(line)
        line = StyledText("")
        isLineEmpty = true
    }

    /// The role of the innermost span that has one.
    private var role: Role {
        for span in active.reversed() {
            switch span.style {
            case .bold: return .bold
            case .italic: return .italic
            case .strikethrough: return .strikethrough
            case .code, .codeBlock: return .code
            case .mention: return .person(span.user?.text ?? "")
            case .roomMention: return .mention
            case .link, .quote, .spoiler: continue
            }
        }
        return base
    }
}
