/// The last rows of the screen: status, input line, note and help.
struct EditBlock {
    var status: [StyledText] = []
    var prompt = StyledText("")
    /// The line, including its line breaks.
    var line: [Unicode.Scalar] = []
    /// The number of scalars before the cursor.
    var cursor = 0
    /// A note, which is wrapped and not cut off.
    var note: StyledText?
    var help: [StyledText] = []

    /// The block as rows, and where the cursor is in them.
    struct Painted: Equatable {
        var rows: [ScreenRow]
        var cursorRow: Int
        var cursorColumn: Int
    }

    /// Lays out the block in at most `height` rows. The cursor may be in the column after the last of the `width`
    /// columns.
    ///
    /// If the block is too high, status rows are dropped first, then help rows, then the line's rows away from the
    /// cursor. One row each of status and help stays if the screen has more than three rows.
    func painted(width: Int, height: Int, paint: Paint) -> Painted {
        var painted = paintedLine(width: width, paint: paint)
        let helpRows =
            (note.map { WordWrap.rows($0, width: width, indent: 0, paint: paint) } ?? [])
            + help.map { $0.row(width: width, paint: paint) }
        let above = status.prefix(height > 3 ? max(1, height - painted.rows.count - helpRows.count) : 0)
        let below = helpRows.prefix(height > 3 ? max(1, height - painted.rows.count - above.count) : 0)
        let room = height - above.count - below.count
        if painted.rows.count > room {
            let first = min(max(0, painted.cursorRow - room / 2), painted.rows.count - room)
            painted.rows = Array(painted.rows[first..<first + room])
            painted.cursorRow -= first
        }
        painted.rows =
            above.map { $0.row(width: width, paint: paint) } + painted.rows
            + below
        painted.cursorRow += above.count
        return painted
    }

    private func paintedLine(width: Int, paint: Paint) -> Painted {
        var rows: [ScreenRow] = []
        var row = RowBuilder(paint: paint)
        var place = (row: 0, column: 0)

        func put(_ text: String, _ role: Role, _ columns: Int) {
            if row.width + columns > width { rows.append(row.take()) }
            row.add(text, role, width: columns)
        }

        let room = max(1, width / 2)
        let cells = Array(prompt.characters)
        let dropped = max(0, cells.reduce(0) { $0 + $1.width } - room)
        var skipped = 0
        for cell in cells {
            // A prompt that is too wide loses its beginning, since the unread count is at its end.
            if skipped < dropped { skipped += cell.width } else { put(cell.text, cell.role, cell.width) }
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
