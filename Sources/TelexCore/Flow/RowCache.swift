/// Keeps the rows of a list by where they come from, so that each is built only when that has changed.
struct RowCache<Row: Hashable & Sendable> {
    private var rows: [(revision: Int, row: Shown<Row>)?] = []
    private var revision: Int?

    /// Has all rows built anew if what they say besides has changed, such as the day.
    ///
    /// - Parameter revision: counts the changes of that.
    mutating func begin(_ revision: Int) {
        if revision != self.revision { rows = [] }
        self.revision = revision
    }

    /// - Parameters:
    ///   - slot: where the row comes from.
    ///   - revision: tells what is there from what was there before.
    mutating func row(_ slot: Int, _ revision: Int, _ build: () -> Row) -> Shown<Row> {
        while rows.count <= slot { rows.append(nil) }
        if let known = rows[slot], known.revision == revision { return known.row }
        let row = Shown(build())
        rows[slot] = (revision, row)
        return row
    }
}
