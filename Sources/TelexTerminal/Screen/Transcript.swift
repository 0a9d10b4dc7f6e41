/// What has been printed, as far back as the screen may still show it.
struct Transcript {
    private struct Item {
        var entry: Entry
        var rows: [ScreenRow]
    }

    /// How many entries are kept for a screen that grows.
    private static let kept = 400

    private var items: [Item] = []
    /// How many rows of the items have left the screen at its top.
    private var hidden = 0
    private var width: Int
    private let inColour: Bool

    init(width: Int, inColour: Bool) {
        self.width = width
        self.inColour = inColour
    }

    /// The rows that the screen shows, or will once they are painted.
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

    /// Puts entries in the place of the one with that id; returns whether it was on the screen, the whole of it.
    mutating func replace(_ id: EntryID?, with entries: [Entry]) -> Bool {
        guard let id, let index = visibleIndex(of: id) else { return false }
        items.replaceSubrange(index...index, with: entries.map(item))
        return true
    }

    /// So many rows more have left the screen at its top.
    mutating func scroll(_ count: Int) {
        hidden += count
        var gone = 0
        while items.count - gone > Self.kept, items[gone].rows.count <= hidden {
            hidden -= items[gone].rows.count
            gone += 1
        }
        items.removeFirst(gone)
    }

    /// Nothing of it is known to be on the screen any more.
    mutating func hide() { hidden = items.reduce(0) { $0 + $1.rows.count } }

    /// Nothing of it can be reached any more.
    mutating func forget() {
        items.removeAll()
        hidden = 0
    }

    /// Breaks everything anew. What was on the screen is shown again, all of it, and before it what there is room for.
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

    private func visibleIndex(of id: EntryID) -> Int? {
        guard let index = items.lastIndex(where: { $0.entry.id == id }) else { return nil }
        return items[..<index].reduce(0) { $0 + $1.rows.count } >= hidden ? index : nil
    }

    private func item(_ entry: Entry) -> Item {
        let rows = entry.lines.flatMap { line in
            WordWrap.rows(line, width: width, indent: entry.indent, inColour: inColour)
        }
        return Item(entry: entry, rows: rows)
    }
}
