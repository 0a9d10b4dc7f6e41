/// How many rows of a list a window has asked for.
package struct RowLimit: Hashable {
    /// How many rows a list shows at first, and how many each further page adds.
    package static let page = 50

    private(set) var rows = RowLimit.page

    mutating func ask(for rows: Int) { self.rows = max(1, rows) }

    /// The action that shows one more page; `nil` when all rows are shown.
    func more(of total: Int, _ listing: (Int) -> Event) -> Action? {
        rows < total ? Action(listing(rows + Self.page)) : nil
    }
}
