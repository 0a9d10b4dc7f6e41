/// Computes the bytes that update a full screen, row by row (ECMA-48). It is the alternate screen, so that what was on the
/// other one comes back.
struct FullScreen {
    private var shown: [ScreenRow] = []

    static let begin = "\u{1B}[?1049h\u{1B}[H\u{1B}[2J"
    static let end = "\u{1B}[?1049l"

    /// Has everything painted anew.
    mutating func restart() { shown = [] }

    /// - Parameter cursor: where the cursor is left, from 0.
    mutating func paint(_ rows: [ScreenRow], cursor: (row: Int, column: Int)) -> String {
        var bytes = shown.isEmpty ? "\u{1B}[H\u{1B}[2J" : ""
        for (index, row) in rows.enumerated() where index >= shown.count || shown[index] != row {
            bytes += "\u{1B}[\(index + 1);1H\(row.text)\u{1B}[K"
        }
        if shown.count > rows.count { bytes += "\u{1B}[\(rows.count + 1);1H\u{1B}[J" }
        shown = rows
        // Turn off autowrap: a character that the terminal draws wider than expected must not begin another row.
        if !bytes.isEmpty { bytes = "\u{1B}[?7l\(bytes)\u{1B}[?7h" }
        return bytes + "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H"
    }
}
