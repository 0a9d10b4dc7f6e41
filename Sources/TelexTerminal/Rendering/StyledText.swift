/// Text for a terminal, in pieces of one role each. Only the roles become escape sequences, whatever the text contains.
struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    private var pieces: [Piece]
    /// Whether it is cut off at the end of a row, and not wrapped.
    private(set) var isOneRow = false
    /// What each further row begins with if it is wrapped, below the indentation.
    var hanging = ""

    private struct Piece: Hashable {
        let text: String
        let role: Role
        /// What the text links to.
        let link: String?

        /// The spaces and the words between them, made safe.
        var words: [WordWrap.Cell] {
            let text = HarmlessText.of(text).utf8
            var words: [WordWrap.Cell] = []
            for word in text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
                if word.startIndex != text.startIndex { words.append(WordWrap.Cell(" ", role, link: link)) }
                for part in Self.parts(Substring(word)) { words.append(WordWrap.Cell(part, role, link: link)) }
            }
            return words
        }

        /// The wide characters of a word, and what is between them.
        private static func parts(_ word: Substring) -> [String] {
            if word.isEmpty { return [] }
            if word.isPrintableASCII { return [String(word)] }
            var parts = [""]
            for character in word {
                if TextWidth.of(String(character)) > 1 {
                    parts += [String(character), ""]
                } else {
                    parts[parts.count - 1].append(character)
                }
            }
            return parts.filter { !$0.isEmpty }
        }
    }

    init(_ text: String, _ role: Role = .plain, link: String? = nil) {
        pieces = [Piece(text: text, role: role, link: link)]
    }

    init(stringLiteral value: String) { self.init(value) }

    static func + (first: StyledText, second: StyledText) -> StyledText {
        var both = first
        both += second
        return both
    }

    /// The text as a row of a list, which is cut off at the end of the screen.
    var asRow: StyledText {
        var row = self
        row.isOneRow = true
        return row
    }

    var isEmpty: Bool { pieces.allSatisfy { $0.text.isEmpty } }

    static func += (text: inout StyledText, more: StyledText) {
        text.pieces += more.pieces
        text.hanging += more.hanging
    }

    /// The same text in one role.
    func asOne(_ role: Role) -> StyledText {
        var text = self
        text.pieces = pieces.map { Piece(text: $0.text, role: role, link: $0.link) }
        return text
    }

    /// The text for the terminal, made safe by `HarmlessText`.
    func rendered(paint: Paint) -> String {
        pieces.map { piece in
            let text = HarmlessText.of(piece.text)
            let look = text.isEmpty ? "" : paint.parameters(piece.role, isLink: piece.link != nil)
            return look.isEmpty ? text : "\u{1B}[\(look)m\(text)\u{1B}[0m"
        }.joined()
    }

    /// The spaces and the words between them, made safe. A word in several roles, or with wide characters, has several
    /// cells.
    var words: [WordWrap.Cell] { pieces.flatMap { $0.words } }

    /// The characters, made safe.
    var characters: some Sequence<WordWrap.Cell> { pieces.lazy.flatMap { $0.words }.flatMap { $0.characters } }

    /// The text as one row; `nil` if it is wider.
    func wholeRow(width: Int, paint: Paint) -> ScreenRow? {
        var row = RowBuilder(paint: paint)
        for piece in pieces where !piece.text.isEmpty {
            let text = HarmlessText.of(piece.text)
            let columns = TextWidth.of(text)
            if row.width + columns > width { return nil }
            row.add(text, piece.role, link: piece.link, width: columns)
        }
        return row.take()
    }

    /// The text as a bar over the whole width, cut off with an ellipsis if it is wider.
    func bar(width: Int, paint: Paint) -> ScreenRow {
        var bar = self
        bar.pieces = pieces.map { Piece(text: $0.text, role: $0.role.inBar, link: nil) }
        let row = bar.row(width: width, paint: paint)
        bar += StyledText(String(repeating: " ", count: max(0, width - row.width)), .bar)
        return bar.row(width: width, paint: paint)
    }

    /// The text as one row, cut off with an ellipsis if it is wider.
    func row(width: Int, paint: Paint) -> ScreenRow {
        if let row = wholeRow(width: width, paint: paint) { return row }
        var row = RowBuilder(paint: paint)
        for cell in characters {
            if row.width + cell.width >= width {
                row.add("…", cell.role, width: 1)
                break
            }
            row.add(cell)
        }
        return row.take()
    }
}
