/// Wraps text into rows, between words where possible. A wide character, such as one of Chinese, is a word of its own,
/// together with the punctuation around it (UAX #14, class ID).
enum WordWrap {
    /// - Parameters:
    ///   - width: the maximum width of a row, in columns.
    ///   - indent: the indentation of the rows after the first, in columns; half the width at most, so that no row begins
    ///     where only the first of a message does.
    static func rows(_ text: StyledText, width: Int, indent: Int, paint: Paint) -> [ScreenRow] {
        if text.isOneRow { return [text.row(width: width, paint: paint)] }
        return text.wholeRow(width: width, paint: paint).map { [$0] }
            ?? rows(text.words, width: width, indent: indent, hanging: text.hanging, paint: paint)
    }

    /// - Parameter hanging: what the rows after the first begin with, in narrow characters.
    static func rows(
        _ cells: [Cell], width: Int, indent: Int, hanging: String = "", paint: Paint
    ) -> [ScreenRow] {
        let space = min(indent, width / 2)
        let margin = min(space + hanging.count, width / 2)
        var rows: [ScreenRow] = []
        var row = RowBuilder(paint: paint)
        // The cells since the last possible break.
        var word: [Cell] = []
        var wordWidth = 0

        func begin() {
            rows.append(row.take())
            if space > 0 { row.add(String(repeating: " ", count: space), .plain, width: space) }
            if margin > space { row.add(String(hanging.prefix(margin - space)), .secondary, width: margin - space) }
        }
        func endWord() {
            if row.width + wordWidth > width, row.width > (rows.isEmpty ? 0 : margin) { begin() }
            for cell in word {
                // Only a word that is longer than a row is split.
                for part in row.width + cell.width > width ? cell.characters : [cell] {
                    if row.width + part.width > width, row.width > 0 { begin() }
                    row.add(part)
                }
            }
            word.removeAll(keepingCapacity: true)
            wordWidth = 0
        }

        for cell in cells {
            if cell.isSpace {
                endWord()
                // A space that does not fit becomes the break.
                if row.width + cell.width > width { begin() } else { row.add(cell) }
            } else {
                if let last = word.last, last.canEndRow(before: cell) { endWord() }
                word.append(cell)
                wordWidth += cell.width
            }
        }
        endWord()
        rows.append(row.take())
        return rows
    }

    /// A nonempty piece of text on the screen: a space, a word, or a character.
    struct Cell {
        /// The width of the widest normal character, an emoji family of four, in columns.
        private static let widest = 8

        let text: String
        let role: Role
        let link: String?
        let width: Int
        /// Whether it is a single wide character.
        private let isWide: Bool
        var isSpace: Bool { text == " " }

        init(_ text: String, _ role: Role, link: String?) {
            (self.text, self.role, self.link) = (text, role, link)
            width = TextWidth.of(text)
            isWide = width > 1 && !text.isPrintableASCII && text.dropFirst().isEmpty
        }

        /// Whether a row may end between this cell and the next one.
        func canEndRow(before next: Cell) -> Bool {
            guard isWide || next.isWide else { return false }
            return !Self.opening.contains(text.unicodeScalars.last!.properties.generalCategory)
                && !Self.closing.contains(next.text.unicodeScalars.first!.properties.generalCategory)
        }

        /// Characters that stay with the next one.
        private static let opening: Set<Unicode.GeneralCategory> = [.openPunctuation, .initialPunctuation]
        /// Characters that stay with the last one, such as full stops and the Japanese long vowel mark.
        private static let closing: Set<Unicode.GeneralCategory> = [
            .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter,
        ]

        /// The characters. One wider than `widest`, which could fill whole rows, is split into its scalars.
        var characters: [Cell] {
            text.flatMap { character in
                let cell = Cell(String(character), role, link: link)
                if cell.width <= Self.widest { return [cell] }
                return character.unicodeScalars.map { Cell(String($0), role, link: link) }
            }
        }
    }
}

extension RowBuilder {
    mutating func add(_ cell: WordWrap.Cell) { add(cell.text, cell.role, link: cell.link, width: cell.width) }
}
