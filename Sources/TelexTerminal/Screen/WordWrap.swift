/// Wraps text into rows, between words where possible.
enum WordWrap {
    /// - Parameters:
    ///   - width: the maximum width of a row, in columns.
    ///   - indent: the indentation of the rows after the first, in columns; ignored if it exceeds half the width.
    static func rows(_ text: StyledText, width: Int, indent: Int, paint: Paint) -> [ScreenRow] {
        if let row = text.wholeRow(width: width, paint: paint) { return [row] }
        let margin = indent * 2 > width ? 0 : indent
        var rows: [ScreenRow] = []
        var row = RowBuilder(paint: paint)
        // The cells since the last possible break.
        var word: [Cell] = []
        var wordWidth = 0

        func begin() {
            rows.append(row.take())
            if margin > 0 { row.add(String(repeating: " ", count: margin), .plain, width: margin) }
        }
        func endWord() {
            for cell in word {
                if row.width + cell.width > width, row.width > 0 { begin() }
                row.add(cell)
            }
            word.removeAll(keepingCapacity: true)
            wordWidth = 0
        }

        for cell in text.cells {
            let start = rows.isEmpty ? 0 : margin
            if cell.isSpace {
                endWord()
                // A space that does not fit becomes the break.
                if row.width + cell.width <= width {
                    row.add(cell)
                } else {
                    begin()
                }
                continue
            }
            if row.width + wordWidth + cell.width > width {
                if row.width > start { begin() }
                if row.width + wordWidth + cell.width > width { endWord() }
            }
            word.append(cell)
            wordWidth += cell.width
        }
        endWord()
        rows.append(row.take())
        return rows
    }

    /// A character on the screen.
    struct Cell {
        let text: Character
        let style: StyledText.Style
        let link: String?
        let width: Int
        var isSpace: Bool { text == " " }
    }
}

extension RowBuilder {
    mutating func add(_ cell: WordWrap.Cell) {
        add(String(cell.text), cell.style, link: cell.link, width: cell.width)
    }
}
