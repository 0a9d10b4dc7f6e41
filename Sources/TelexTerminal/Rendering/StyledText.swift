/// Text for a terminal, in pieces of one style each. Only the styles become escape sequences, whatever the text
/// contains.
struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The style of a piece.
    enum Style: Hashable, Sendable {
        case plain, bold, dim, italic, strikethrough, code, reverse, red, green, yellow, cyan
        /// The colour of a person: a number below `people.count`.
        case person(Int)

        /// Colours of medium brightness, which can be read on light and dark screens, from xterm's palette of 256. Red
        /// and yellow are left out, since they mark errors and news.
        private static let people = [26, 28, 62, 67, 72, 97, 100, 130, 133, 138, 168, 173]

        /// Always the same colour for the same id.
        static func person(_ id: String) -> Style {
            .person(Int(hash(of: id) >> 8) % people.count)
        }

        /// FNV-1a, since Swift's hash values change with each start.
        static func hash(of text: String) -> UInt32 {
            text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        }

        /// The parameters of the SGR sequence (ECMA-48) that selects it.
        var parameters: String {
            switch self {
            case .plain: "0"
            case .bold: "1"
            case .dim: "2"
            case .italic: "3"
            case .reverse: "7"
            case .strikethrough: "9"
            case .code: "38;5;30"
            case .red: "31"
            // From xterm's palette of 256, since the first 16 colours have no green, yellow and cyan that can be read
            // on white.
            case .green: "38;5;29"
            case .yellow: "38;5;136"
            case .cyan: "38;5;31"
            case .person(let number): "38;5;\(Self.people[number])"
            }
        }
    }

    private var pieces: [Piece]

    private struct Piece: Hashable {
        let text: String
        let style: Style
        /// What the text links to.
        let link: String?

        /// The spaces and the words between them, made safe.
        var words: [WordWrap.Cell] {
            let text = HarmlessText.of(text).utf8
            var words: [WordWrap.Cell] = []
            for word in text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
                if word.startIndex != text.startIndex { words.append(WordWrap.Cell(" ", style, link: link)) }
                for part in Self.parts(Substring(word)) { words.append(WordWrap.Cell(part, style, link: link)) }
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

    init(_ text: String, _ style: Style = .plain, link: String? = nil) {
        pieces = [Piece(text: text, style: style, link: link)]
    }

    init(stringLiteral value: String) { self.init(value) }

    static func + (first: StyledText, second: StyledText) -> StyledText {
        var both = first
        both += second
        return both
    }

    static func += (text: inout StyledText, more: StyledText) { text.pieces += more.pieces }

    /// The text for the terminal, made safe by `HarmlessText`.
    func rendered(paint: Paint) -> String {
        pieces.map { piece in
            let text = HarmlessText.of(piece.text)
            let hasStyle = paint.hasColour && piece.style != .plain && !text.isEmpty
            return hasStyle ? "\u{1B}[\(piece.style.parameters)m\(text)\u{1B}[0m" : text
        }.joined()
    }

    /// The spaces and the words between them, made safe. A word in several styles, or with wide characters, has several
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
            row.add(text, piece.style, link: piece.link, width: columns)
        }
        return row.take()
    }

    /// The text as one row, cut off with an ellipsis if it is wider.
    func row(width: Int, paint: Paint) -> ScreenRow {
        if let row = wholeRow(width: width, paint: paint) { return row }
        var row = RowBuilder(paint: paint)
        for cell in characters {
            if row.width + cell.width >= width {
                row.add("…", cell.style, width: 1)
                break
            }
            row.add(cell)
        }
        return row.take()
    }
}
