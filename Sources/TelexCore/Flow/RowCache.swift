/// Caches the rows of a list by their source, so that each is rebuilt only when that has changed.
struct RowCache<Row: Hashable & Sendable> {
    private var rows: [(revision: Int, row: Shown<Row>)?] = []
    private var revision: Int?

    /// Discards all rows if something else that they show has changed, such as the day.
    ///
    /// - Parameter revision: counts those changes.
    mutating func begin(_ revision: Int) {
        if revision != self.revision { rows = [] }
        self.revision = revision
    }

    /// - Parameters:
    ///   - slot: identifies the source of the row.
    ///   - revision: changes whenever the source in the slot changes.
    mutating func row(_ slot: Int, _ revision: Int, _ build: () -> Row) -> Shown<Row> {
        while rows.count <= slot { rows.append(nil) }
        if let known = rows[slot], known.revision == revision { return known.row }
        let row = Shown(build())
        rows[slot] = (revision, row)
        return row
    }
}
