/// The printed entries, as far back as the screen may still show them.
struct Transcript {
    private struct Item {
        var entry: Entry
        var rows: [ScreenRow]
    }

    /// How many entries are kept at least, in case the screen grows.
    private static let kept = 400

    private var items: [Item] = []
    /// How many rows of the items have scrolled off the screen.
    private var hidden = 0
    private var width: Int
    private var paint: Paint

    init(width: Int, paint: Paint) {
        self.width = width
        self.paint = paint
    }

    /// The rows that the screen shows, or will show once they are painted.
    var rows: [ScreenRow] {
        var rows: [ScreenRow] = []
        var skipped = hidden
        for item in items {
            if skipped < item.rows.count { rows += item.rows.dropFirst(skipped) }
            skipped = max(0, skipped - item.rows.count)
        }
        return rows
    }

    mutating func append(_ entry: Entry) { items.append(item(entry)) }

    /// Replaces the entry with that id. Returns `false` if it was not completely on the screen; the rows that are still
    /// there change all the same.
    mutating func replace(_ id: EntryID?, with entries: [Entry]) -> Bool {
        guard let id, let index = items.lastIndex(where: { $0.entry.id == id }) else { return false }
        let above = items[..<index].reduce(0) { $0 + $1.rows.count }
        let (old, new) = (items[index].rows.count, entries.map(item))
        if above < hidden {
            // As many rows of it as before have scrolled off, counted from its end.
            let count = new.reduce(0) { $0 + $1.rows.count }
            let gone = min(hidden, above + old) - above + count - old
            guard gone >= 0 else { return false }
            hidden += count - old
        }
        items.replaceSubrange(index...index, with: new)
        return above >= hidden
    }

    /// Notes that `count` more rows have scrolled off the screen.
    mutating func scroll(_ count: Int) {
        hidden += count
        var gone = 0
        while items.count - gone > Self.kept, items[gone].rows.count <= hidden {
            hidden -= items[gone].rows.count
            gone += 1
        }
        items.removeFirst(gone)
    }

    /// Notes that none of the rows is known to be on the screen.
    mutating func hide() { hidden = items.reduce(0) { $0 + $1.rows.count } }

    /// Removes all entries.
    mutating func forget() {
        items.removeAll()
        hidden = 0
    }

    /// Rewraps all entries. Shows all that were on the screen, and as many earlier rows as fit above them.
    mutating func fit(width: Int, rows: Int) {
        self.width = width
        var left = hidden
        let gone = items.prefix { item in
            left -= item.rows.count
            return left >= 0
        }.count
        items = items.map { item($0.entry) }
        let total = items.reduce(0) { $0 + $1.rows.count }
        hidden = min(items[..<gone].reduce(0) { $0 + $1.rows.count }, max(0, total - rows))
    }

    /// Paints all entries anew, in as many rows.
    mutating func use(_ paint: Paint) {
        self.paint = paint
        items = items.map { item($0.entry) }
    }

    private func item(_ entry: Entry) -> Item {
        let rows = entry.lines.flatMap { line in
            WordWrap.rows(line, width: width, indent: entry.indent, paint: paint)
        }
        return Item(entry: entry, rows: rows)
    }
}
