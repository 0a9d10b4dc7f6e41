/// A text with spans.
package struct FormattedText: Hashable, Sendable {
    package var text: String
    package var spans: [TextSpan]

    package init(_ text: String, _ spans: [TextSpan] = []) {
        self.text = text
        self.spans = spans
    }

    package enum Piece: Hashable, Sendable {
        case open(TextSpan)
        case close(TextSpan)
        case text(String)
    }

    /// The text in pieces. Each span opens once and closes once, and overlapping spans need not be nested. At one place,
    /// the enclosing span opens first and closes last.
    package var pieces: [Piece] {
        let opening = spans.valid(in: text).sorted(by: TextSpan.opensFirst)
        if opening.isEmpty { return [.text(text)] }
        let closing = opening.indices.sorted { (opening[$0].end, -$0) < (opening[$1].end, -$1) }
        var pieces: [Piece] = []
        var (opened, closed) = (opening[...], closing[...])
        for (place, text) in parts(opening) {
            while let index = closed.first, opening[index].end == place {
                pieces.append(.close(opening[index]))
                closed.removeFirst()
            }
            while let span = opened.first, span.start == place {
                pieces.append(.open(span))
                opened.removeFirst()
            }
            if !text.isEmpty { pieces.append(.text(text)) }
        }
        return pieces
    }

    /// How often a span opens in `nestedPieces`.
    private static let mostOpenings = 3

    /// The text in pieces for markup, in which spans are nested. A span is interrupted where an enclosing one begins or
    /// ends. Then it opens again, but not more than three times, so that the markup is not much longer than the text and
    /// its spans. A spoiler hides all of its text.
    package var nestedPieces: [Piece] {
        // Lines enclose what is within them.
        var left = spans.valid(in: text).withDisjointSpoilers.sorted {
            $0.isBlock == $1.isBlock ? TextSpan.opensFirst($0, $1) : $0.isBlock
        }.map { (span: $0, openings: 0) }
        var pieces: [Piece] = []
        var open: [TextSpan] = []
        for (place, text) in parts(left.map(\.span)) {
            let active = left.indices.filter { left[$0].span.start <= place && left[$0].span.end > place }
            let kept = zip(open, active).prefix { $0 == left[$1].span }.count
            for span in open[kept...].reversed() { pieces.append(.close(span)) }
            open.removeSubrange(kept...)
            var dropped: Set<Int> = []
            for index in active[kept...] {
                let isSpoiler = left[index].span.style == .spoiler
                if left[index].openings == Self.mostOpenings, !isSpoiler {
                    dropped.insert(index)
                    continue
                }
                if left[index].openings > 0 { left[index].span.reason = nil }
                left[index].openings += 1
                open.append(left[index].span)
                pieces.append(.open(left[index].span))
            }
            if !dropped.isEmpty { left = left.indices.filter { !dropped.contains($0) }.map { left[$0] } }
            if !text.isEmpty { pieces.append(.text(text)) }
        }
        return pieces
    }

    /// The places where spans begin or end, and the text from there to the next one.
    private func parts(_ spans: [TextSpan]) -> [(place: Int, text: String)] {
        let scalars = Array(text.unicodeScalars)
        let places = Set(spans.flatMap { [$0.start, $0.end] } + [0, scalars.count]).sorted()
        return zip(places, places.dropFirst() + [scalars.count]).map { start, end in
            (start, String(String.UnicodeScalarView(scalars[start..<end])))
        }
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
        nestedPieces.map { piece in
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
        case .spoiler: span.reason == nil ? "||" : ""
        case .mention, .roomMention: ""
        }
    }
}

extension TextSpan {
    /// Whether it consists of whole lines.
    var isBlock: Bool { style == .codeBlock || style == .quote }

    /// The order in which spans open. Of two that begin together, lines enclose what is within them, the longer one
    /// encloses the other, and a spoiler hides all that has its place.
    fileprivate static func opensFirst(_ first: TextSpan, _ second: TextSpan) -> Bool {
        first.rank < second.rank
    }

    private var rank: (Int, Int, Int, Int) { (start, isBlock ? 0 : 1, -length, style == .spoiler ? 0 : 1) }
}

extension [TextSpan] {
    /// The spans, with one spoiler in place of several that overlap.
    fileprivate var withDisjointSpoilers: [TextSpan] {
        var spoilers: [TextSpan] = []
        for spoiler in filter({ $0.style == .spoiler }).sorted(by: TextSpan.opensFirst) {
            if let last = spoilers.last, spoiler.start < last.end {
                spoilers[spoilers.count - 1].length = Swift.max(last.end, spoiler.end) - last.start
            } else {
                spoilers.append(spoiler)
            }
        }
        return spoilers + filter { $0.style != .spoiler }
    }
}

extension MessageContent {
    /// What a search looks at: the text, after the name of the file if there is one.
    package var words: String { FileText.line(file?.name, text) }

    /// The text without hidden parts, after the file if there is one, as lists and notifications show it.
    package var visibleText: String {
        let visible = spans.isEmpty ? text : FormattedText(text, spans).visible
        return FileText.line(file?.name, visible)
    }
}
