/// Keeps the rows of a list by where they come from, so that each is built only when that has changed.
struct RowCache<Row: Hashable & Sendable> {
    private var rows: [(revision: Int, row: Shown<Row>)?] = []

    /// Has all rows built anew: what they say besides has changed, such as the day.
    mutating func clear() { rows = [] }

    mutating func rows<Key, Value>(
        of entries: [LatestFirst<Key, Value>.Entry], _ build: (Value) -> Row
    ) -> [Shown<Row>] {
        entries.map { entry in
            while rows.count <= entry.slot { rows.append(nil) }
            if let known = rows[entry.slot], known.revision == entry.revision { return known.row }
            let row = Shown(build(entry.value))
            rows[entry.slot] = (entry.revision, row)
            return row
        }
    }
}
