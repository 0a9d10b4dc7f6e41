/// Computes the bytes that update the screen from the rows that it shows to new rows (ECMA-48).
///
/// The last column stays free: terminals disagree about the cursor after a full row, and about the width of some
/// characters. The painter knows the rows that it has painted and that have not scrolled off. It does not know where on
/// the screen they begin, and only moves the cursor among them.
struct ScreenPainter {
    private(set) var columns: Int
    private(set) var height: Int
    private var transcript: Transcript
    private var paint: Paint

    private var shown: [ScreenRow] = []
    private var cursor = Position()
    /// Whether the rows begin at the top of the screen, or above it.
    private var fillsScreen = false
    /// Whether the next paint begins at the top of the screen and overwrites everything.
    private var isAnew = false
    /// The height of the block when it was last painted.
    private var blockHeight = 1
    /// The bytes to write before the next rows.
    private var prefix = ""

    /// A position, relative to the first known row and the left margin.
    private struct Position: Equatable {
        var row = 0
        var column = 0
    }

    init(columns: Int, height: Int, paint: Paint) {
        self.columns = max(2, columns)
        self.height = max(2, height)
        self.paint = paint
        transcript = Transcript(width: self.columns - 1, paint: paint)
    }

    // MARK: Printed entries

    mutating func print(_ printed: Printed) {
        switch printed {
        case .entry(let entry): transcript.append(entry)
        case .revisions(let revisions):
            let others = revisions.filter { !transcript.replace($0.entry.id, with: [$0.entry]) }
            for line in Revision.news(others, hasProgress: false) { transcript.append(Entry(lines: [line])) }
        case .replacement(let id, let entries, let otherwise):
            if !transcript.replace(id, with: entries) { for entry in otherwise { transcript.append(entry) } }
        }
    }

    /// Starts over after other output. The cursor must be at the start of an empty row.
    mutating func restart() {
        transcript.hide()
        shown = []
        cursor = Position()
        fillsScreen = false
        isAnew = false
        prefix = "\r\u{1B}[J"
    }

    /// Clears the screen, except for the block.
    mutating func clear() {
        restart()
        transcript.forget()
        fillsScreen = true
        prefix = "\u{1B}[H\u{1B}[2J"
    }

    /// Clears the screen and shows the last of these entries that fit above the block.
    mutating func show(_ entries: [Entry]) {
        clear()
        for entry in entries { transcript.append(entry) }
        transcript.scroll(max(0, transcript.rows.count - (height - blockHeight)))
    }

    /// Adapts to a new screen size. What the screen then shows is unknown: some terminals rewrap their rows, others cut
    /// them off.
    mutating func resize(columns: Int, height: Int) {
        guard max(2, columns) != self.columns || max(2, height) != self.height else { return }
        self.columns = max(2, columns)
        self.height = max(2, height)
        // Scroll the output of other programs above our rows into the scrollback.
        prefix = fillsScreen ? "" : "\u{1B}[\(height);1H" + String(repeating: "\n", count: height)
        prefix += "\u{1B}[H"
        transcript.fit(width: self.columns - 1, rows: self.height - blockHeight)
        shown = []
        cursor = Position()
        fillsScreen = true
        isAnew = true
    }

    /// Paints everything anew that is on the screen. What has scrolled off stays as it is.
    mutating func use(_ paint: Paint) {
        self.paint = paint
        transcript.use(paint)
    }

    // MARK: Painting

    /// Returns the bytes that show the block below the printed entries.
    mutating func paint(_ block: EditBlock) -> String {
        let painted = block.painted(width: columns - 1, height: height, paint: paint)
        blockHeight = painted.rows.count
        let printed = transcript.rows
        return paint(
            printed + painted.rows,
            cursor: Position(row: printed.count + painted.cursorRow, column: painted.cursorColumn))
    }

    /// Removes the block. Leaves the cursor at the start of the row below the printed entries.
    mutating func leave() -> String {
        let printed = transcript.rows
        return paint(printed + [.empty], cursor: Position(row: printed.count, column: 0))
    }

    private mutating func paint(_ rows: [ScreenRow], cursor target: Position) -> String {
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
        // Turn off autowrap: a character that the terminal draws wider than expected must not begin another row.
        if !pen.bytes.isEmpty { pen.bytes = "\u{1B}[?7l\(pen.bytes)\u{1B}[?7h" }
        shown = rows
        cursor = target
        scroll()
        return pen.bytes
    }

    /// Forgets the rows that have scrolled off the screen.
    private mutating func scroll() {
        let over = shown.count - height
        guard over > 0 else { return }
        shown.removeFirst(over)
        cursor.row -= over
        transcript.scroll(over)
        fillsScreen = true
    }

    /// Collects the output and tracks the row of the cursor.
    private struct Pen {
        var bytes: String
        var row: Int
        /// The number of existing rows. Moving below them adds rows.
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
