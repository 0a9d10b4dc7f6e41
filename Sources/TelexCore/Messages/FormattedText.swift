/// A text with spans.
package struct FormattedText: Hashable, Sendable {
    package var text: String
    package var spans: [TextSpan]

    package init(_ text: String, _ spans: [TextSpan] = []) {
        self.text = text
        self.spans = spans
    }

    package enum Piece: Hashable, Sendable {
        /// The span begins, or continues after an enclosing one has ended.
        case open(TextSpan)
        /// The span opened last ends, or is interrupted because an enclosing one ends.
        case close(TextSpan)
        case text(String)
    }

    /// The text in pieces, with the spans properly nested.
    package var pieces: [Piece] {
        if spans.isEmpty { return [.text(text)] }
        let scalars = Array(text.unicodeScalars)
        // Lines enclose what is within them; of two that begin together, the longer one encloses the other, and a
        // spoiler hides all that has its place.
        let sorted = spans.valid(in: text).sorted {
            ($0.isBlock ? 0 : 1, $0.start, -$0.length, $0.style == .spoiler ? 0 : 1)
                < ($1.isBlock ? 0 : 1, $1.start, -$1.length, $1.style == .spoiler ? 0 : 1)
        }
        let places = Set(sorted.flatMap { [$0.start, $0.end] } + [0, scalars.count]).sorted()
        var pieces: [Piece] = []
        var open: [TextSpan] = []
        for (start, end) in zip(places, places.dropFirst()) {
            let active = sorted.filter { $0.start <= start && $0.end >= end }
            let kept = zip(open, active).prefix { $0 == $1 }.count
            for span in open[kept...].reversed() { pieces.append(.close(span)) }
            for span in active[kept...] { pieces.append(.open(span)) }
            open = active
            pieces.append(.text(String(String.UnicodeScalarView(scalars[start..<end]))))
        }
        for span in open.reversed() { pieces.append(.close(span)) }
        return pieces
    }

    /// The text with each spoiler replaced by a placeholder.
    package var visible: String {
        guard spans.contains(where: { $0.style == .spoiler }) else { return text }
        var visible = ""
        var depth = 0
        for piece in pieces {
            switch piece {
            case .open(let span) where span.style == .spoiler:
                if depth == 0 { visible += Self.placeholder(span) }
                depth += 1
            case .close(let span) where span.style == .spoiler: depth -= 1
            case .open, .close: break
            case .text(let text): if depth == 0 { visible += text }
            }
        }
        return visible
    }

    /// What is shown instead of a spoiler.
    package static func placeholder(_ spoiler: TextSpan) -> String {
        spoiler.reason.map { $0.isEmpty ? "[spoiler]" : "[spoiler: \($0)]" } ?? "[spoiler]"
    }

    /// The text in Markdown (CommonMark), from which a reader of Markdown gets the same spans.
    package var markdown: String {
        pieces.map { piece in
            switch piece {
            case .open(let span): Self.mark(span, isEnd: false)
            case .close(let span): Self.mark(span, isEnd: true)
            case .text(let text): text
            }
        }.joined()
    }

    private static func mark(_ span: TextSpan, isEnd: Bool) -> String {
        switch span.style {
        case .bold: "**"
        case .italic: "*"
        case .strikethrough: "~~"
        case .code: "`"
        case .codeBlock: isEnd ? "\n```" : "```\(span.language ?? "")\n"
        case .quote: isEnd ? "" : "> "
        case .link: isEnd ? "](\(span.url ?? ""))" : "["
        case .spoiler, .mention, .roomMention: ""
        }
    }
}

extension TextSpan {
    /// Whether it consists of whole lines.
    var isBlock: Bool { style == .codeBlock || style == .quote }
}

extension MessageContent {
    /// The text without hidden parts, as lists and notifications show it.
    package var visibleText: String { spans.isEmpty ? text : FormattedText(text, spans).visible }
}
