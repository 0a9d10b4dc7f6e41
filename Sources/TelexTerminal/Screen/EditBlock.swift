/// The last rows of the screen: what goes on, the line that is being typed, and what helps with it.
struct EditBlock {
    var status: [StyledText] = []
    var prompt = StyledText("")
    /// The line, with its line ends.
    var line: [Unicode.Scalar] = []
    /// How many characters of the line stand before the cursor.
    var cursor = 0
    /// Something to be read, whole.
    var note: StyledText?
    var help: [StyledText] = []

    /// The block as rows, and where the cursor is in them.
    struct Painted: Equatable {
        var rows: [ScreenRow]
        var cursorRow: Int
        var cursorColumn: Int
    }

    /// Lays it out, with a column left free for the cursor; what does not fit into `height` rows gives way, the help first, the line's rows around the cursor last.
    func painted(width: Int, height: Int, inColour: Bool) -> Painted {
        var painted = paintedLine(width: width, inColour: inColour)
        let helpRows =
            (note.map { WordWrap.rows($0, width: width, indent: 0, inColour: inColour) } ?? [])
            + help.map { $0.row(width: width, inColour: inColour) }
        let above = status.prefix(height > 3 ? max(1, height - painted.rows.count - helpRows.count) : 0)
        let below = helpRows.prefix(height > 3 ? max(1, height - painted.rows.count - above.count) : 0)
        let room = height - above.count - below.count
        if painted.rows.count > room {
            let first = min(max(0, painted.cursorRow - room / 2), painted.rows.count - room)
            painted.rows = Array(painted.rows[first..<first + room])
            painted.cursorRow -= first
        }
        painted.rows =
            above.map { $0.row(width: width, inColour: inColour) } + painted.rows
            + below
        painted.cursorRow += above.count
        return painted
    }

    private func paintedLine(width: Int, inColour: Bool) -> Painted {
        var rows: [ScreenRow] = []
        var row = RowBuilder(inColour: inColour)
        var place = (row: 0, column: 0)

        func put(_ text: some StringProtocol, _ style: StyledText.Style, _ columns: Int) {
            if row.width + columns > width { rows.append(row.take()) }
            row.add(text, style, width: columns)
        }

        let room = max(1, width / 2)
        let cells = prompt.cells
        let dropped = max(0, cells.reduce(0) { $0 + $1.width } - room)
        var skipped = 0
        for cell in cells {
            // A prompt that is too wide loses its beginning, for the unread count stands at its end.
            if skipped < dropped { skipped += cell.width } else { put(String(cell.text), cell.style, cell.width) }
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

    /// How a character of the line is shown.
    private static func picture(_ scalar: Unicode.Scalar) -> String {
        scalar == "\n" ? "" : HarmlessText.of(String(Character(scalar)))
    }
}
