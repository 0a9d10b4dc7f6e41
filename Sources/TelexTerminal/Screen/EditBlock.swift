/// The last rows of the screen: the bar, the input line, and what is said about it.
struct EditBlock {
    /// The bar above the input line; `nil` for none.
    var bar: StyledText?
    var prompt = StyledText("")
    /// The line, including its line breaks.
    var line: [Unicode.Scalar] = []
    /// The number of scalars before the cursor.
    var cursor = 0
    /// A note, which is wrapped and not cut off.
    var note: StyledText?
    /// What the line means. If there is a bar, it takes its place, so that the input line stays where it is.
    var hint: StyledText?
    /// What Tab offers.
    var choices: [StyledText] = []

    /// The block as rows, and where the cursor is in them.
    struct Painted: Equatable {
        var rows: [ScreenRow]
        var cursorRow: Int
        var cursorColumn: Int
    }

    /// Lays out the block in at most `height` rows. The cursor may be in the column after the last of the `width`
    /// columns.
    ///
    /// If the block is too high, the rows below the line are dropped first, then the line's rows away from the cursor. One
    /// row each of the bar and of those below stays if the screen has more than three rows.
    func painted(width: Int, height: Int, paint: Paint) -> Painted {
        var painted = paintedLine(width: width, paint: paint)
        let (top, said) = parts(width: width, paint: paint)
        let above = height > 3 ? top.map { [$0] } ?? [] : []
        let below = said.prefix(height > 3 ? max(1, height - painted.rows.count - above.count) : 0)
        let room = height - above.count - below.count
        if painted.rows.count > room {
            let first = min(max(0, painted.cursorRow - room / 2), painted.rows.count - room)
            painted.rows = Array(painted.rows[first..<first + room])
            painted.cursorRow -= first
        }
        painted.rows = above + painted.rows + below
        painted.cursorRow += above.count
        return painted
    }

    /// The bar, and the rows below the line.
    private func parts(width: Int, paint: Paint) -> (bar: ScreenRow?, below: [ScreenRow]) {
        let notes = note.map { WordWrap.rows($0, width: width, indent: 0, paint: paint) } ?? []
        let choices = choices.map { $0.row(width: width, paint: paint) }
        guard let bar else { return (nil, notes + (hint.map { [$0.row(width: width, paint: paint)] } ?? []) + choices) }
        let said = notes.count == 1 ? note : notes.isEmpty ? hint : nil
        return ((said ?? bar).bar(width: width, paint: paint), (notes.count > 1 ? notes : []) + choices)
    }

    private func paintedLine(width: Int, paint: Paint) -> Painted {
        var rows: [ScreenRow] = []
        var row = RowBuilder(paint: paint)
        var place = (row: 0, column: 0)

        func put(_ text: String, _ role: Role, _ columns: Int) {
            if row.width + columns > width { rows.append(row.take()) }
            row.add(text, role, width: columns)
        }

        // A prompt never takes more than half of a row.
        let cells = Array(prompt.characters)
        var surplus = cells.reduce(0) { $0 + $1.width } - max(1, width / 2)
        for cell in cells {
            // One that is too wide, as after the screen has shrunk, loses its beginning.
            if surplus > 0 { surplus -= cell.width } else { row.add(cell) }
        }
        for (index, scalar) in line.enumerated() {
            let text = EditBlock.picture(scalar)
            let columns = TextWidth.of(text)
            if row.width + columns > width { rows.append(row.take()) }
            if index == cursor { place = (rows.count, row.width) }
            if scalar == "\n" { rows.append(row.take()) } else { put(text, .plain, columns) }
        }
        if cursor >= line.count { place = (rows.count, row.width) }
        rows.append(row.take())
        return Painted(rows: rows, cursorRow: place.row, cursorColumn: place.column)
    }

    /// The text that shows a character of the line.
    private static func picture(_ scalar: Unicode.Scalar) -> String {
        scalar == "\n" ? "" : HarmlessText.of(String(Character(scalar)))
    }
}
