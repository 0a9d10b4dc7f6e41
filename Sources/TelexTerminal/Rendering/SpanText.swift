import TelexCore

/// A message's text with its spans, as lines for the terminal.
struct SpanText {
    private let base: StyledText.Style
    private let showsSpoilers: Bool
    private var lines: [StyledText] = []
    private var line = StyledText("")
    private var isLineEmpty = true
    private var active: [TextSpan] = []

    /// - Parameter showsSpoilers: whether hidden parts are shown.
    static func lines(_ text: FormattedText, _ style: StyledText.Style, showsSpoilers: Bool = false) -> [StyledText] {
        var reader = SpanText(base: style, showsSpoilers: showsSpoilers)
        for piece in text.pieces { reader.add(piece) }
        reader.endLine()
        return reader.lines
    }

    private init(base: StyledText.Style, showsSpoilers: Bool) {
        self.base = base
        self.showsSpoilers = showsSpoilers
    }

    private mutating func add(_ piece: FormattedText.Piece) {
        switch piece {
        case .open(let span):
            if span.style == .spoiler, !isHidden, !showsSpoilers {
                add(StyledText(FormattedText.placeholder(span), .dim))
            }
            if span.style == .link { isLinkVisible = false }
            active.append(span)
        case .close(let span):
            active.removeLast()
            // What a link says is not where it leads.
            if span.style == .link, let url = span.url, !isHidden, lastText != url, isLinkVisible {
                add(StyledText(" (", .dim) + StyledText(url, .dim, link: url) + StyledText(")", .dim))
            }
        case .text(let text): if !isHidden { add(text) }
        }
    }

    private var isHidden: Bool { !showsSpoilers && active.contains { $0.style == .spoiler } }
    /// Whether any of the text of the last link is shown.
    private var isLinkVisible = false
    /// The text added last.
    private var lastText = ""

    private mutating func add(_ text: String) {
        lastText = text
        isLinkVisible = true
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, part) in parts.enumerated() {
            if index > 0 { endLine() }
            if part.isEmpty { continue }
            let link = active.last { $0.style == .link }?.url
            add(link.map { StyledText(String(part), style, link: $0) } ?? Link.text(String(part), style))
        }
    }

    private mutating func add(_ text: StyledText) {
        if isLineEmpty, active.contains(where: { $0.style == .quote }) { line += StyledText("│ ", .dim) }
        isLineEmpty = false
        line += text
    }

    private mutating func endLine() {
        lines.append(line)
        line = StyledText("")
        isLineEmpty = true
    }

    /// The style of the innermost span that has one.
    private var style: StyledText.Style {
        for span in active.reversed() {
            switch span.style {
            case .bold: return .bold
            case .italic: return .italic
            case .strikethrough: return .strikethrough
            case .code, .codeBlock: return .code
            case .mention: return .person(span.user?.text ?? "")
            case .roomMention: return .bold
            case .link, .quote, .spoiler: continue
            }
        }
        return base
    }
}
