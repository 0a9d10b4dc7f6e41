/// Turns what the screen is to show into the bytes that take it there from what it shows, by ECMA-48.
///
/// The last column stays free: a row that is full leaves the cursor where terminals disagree, and they disagree on how
/// wide some characters are. It knows the rows from the first that it has painted and that has not left the screen, down to the last. Where on the
/// screen they begin it does not know, and need not: it only ever moves among them.
struct ScreenPainter {
    private(set) var columns: Int
    private(set) var height: Int
    private var transcript: Transcript
    private let inColour: Bool

    private var shown: [ScreenRow] = []
    private var cursor = Place()
    /// Whether the rows begin at the top of the screen, or above it.
    private var fillsScreen = false
    /// Whether the screen is painted anew from its top, over whatever it shows.
    private var isAnew = false
    /// How many rows the block had when it was painted last.
    private var blockHeight = 1
    /// What is to be written before the next rows.
    private var prefix = ""

    /// A place on the screen, from the first of the rows and from the left.
    private struct Place: Equatable {
        var row = 0
        var column = 0
    }

    init(columns: Int, height: Int, inColour: Bool) {
        self.columns = max(2, columns)
        self.height = max(2, height)
        self.inColour = inColour
        transcript = Transcript(width: self.columns - 1, inColour: inColour)
    }

    // MARK: What has been printed

    mutating func print(_ printed: Printed) {
        switch printed {
        case .entry(let entry): transcript.append(entry)
        case .revisions(let revisions):
            let others = revisions.filter { !transcript.replace($0.entry.id, with: [$0.entry]) }
            for line in Revision.news(others) { transcript.append(Entry(lines: [line])) }
        case .replacement(let id, let entries, let otherwise):
            if !transcript.replace(id, with: entries) { for entry in otherwise { transcript.append(entry) } }
        }
    }

    /// Somebody else has written; the cursor stands at the beginning of an empty row.
    mutating func restart() {
        transcript.hide()
        shown = []
        cursor = Place()
        fillsScreen = false
        isAnew = false
        prefix = "\r\u{1B}[J"
    }

    /// Everything goes away but the block.
    mutating func clear() {
        restart()
        transcript.forget()
        fillsScreen = true
        prefix = "\u{1B}[H\u{1B}[2J"
    }

    /// The screen has another size, and shows nobody knows what: some terminals break their rows anew, some cut them off.
    mutating func resize(columns: Int, height: Int) {
        guard max(2, columns) != self.columns || max(2, height) != self.height else { return }
        self.columns = max(2, columns)
        self.height = max(2, height)
        // What others have left above our rows goes to where it can still be looked up.
        prefix = fillsScreen ? "" : "\u{1B}[\(height);1H" + String(repeating: "\n", count: height)
        prefix += "\u{1B}[H"
        transcript.fit(width: self.columns - 1, rows: self.height - blockHeight)
        shown = []
        cursor = Place()
        fillsScreen = true
        isAnew = true
    }

    // MARK: Painting

    /// The bytes that show the block below what has been printed.
    mutating func paint(_ block: EditBlock) -> String {
        let painted = block.painted(width: columns - 1, height: height, inColour: inColour)
        blockHeight = painted.rows.count
        let printed = transcript.rows
        return paint(
            printed + painted.rows,
            cursor: Place(row: printed.count + painted.cursorRow, column: painted.cursorColumn))
    }

    /// Takes the block away, and leaves the cursor at the beginning of the row below what has been printed.
    mutating func leave() -> String {
        let printed = transcript.rows
        return paint(printed + [.empty], cursor: Place(row: printed.count, column: 0))
    }

    private mutating func paint(_ rows: [ScreenRow], cursor target: Place) -> String {
        var pen = Pen(bytes: prefix, row: cursor.row, known: max(1, shown.count))
        prefix = ""
        for (index, row) in rows.enumerated() where index >= shown.count || shown[index] != row {
            pen.go(to: index)
            pen.bytes += row.text
            if index < shown.count || isAnew { pen.bytes += "\u{1B}[K" }
        }
        if shown.count > rows.count || (isAnew && rows.count < height) {
            pen.go(to: rows.count)
            pen.bytes += "\u{1B}[J"
        }
        if !pen.bytes.isEmpty || target != cursor { pen.go(to: target.row, column: target.column) }
        isAnew = false
        // A character that the terminal takes for wider than it is must not begin another row.
        if !pen.bytes.isEmpty { pen.bytes = "\u{1B}[?7l\(pen.bytes)\u{1B}[?7h" }
        shown = rows
        cursor = target
        scroll()
        return pen.bytes
    }

    /// Forgets the rows that have left the screen at its top.
    private mutating func scroll() {
        let over = shown.count - height
        guard over > 0 else { return }
        shown.removeFirst(over)
        cursor.row -= over
        transcript.scroll(over)
        fillsScreen = true
    }

    /// Moves the cursor, by rows.
    private struct Pen {
        var bytes: String
        var row: Int
        /// How many rows there are; going further down makes new ones.
        var known: Int

        mutating func go(to target: Int, column: Int = 0) {
            if target < row { bytes += "\u{1B}[\(row - target)A" }
            let down = min(target, known - 1) - row
            if down > 0 { bytes += "\u{1B}[\(down)B" }
            bytes += "\r"
            if target >= known {
                bytes += String(repeating: "\n", count: target - known + 1)
                known = target + 1
            }
            if column > 0 { bytes += "\u{1B}[\(column)C" }
            row = target
        }
    }
}
