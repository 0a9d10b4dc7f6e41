/// Maps the numbers on the screen to rows. A number refers to the row that it was last printed with.
struct NumberedList<Row: Identifiable & Hashable & Sendable>: Hashable, Sendable {
    struct Numbered: Hashable, Sendable {
        let number: Int
        var row: Row
    }

    /// The rows as they were printed, in the order of their numbers.
    private var printed: [Numbered] = []

    /// Replaces all numbers when the whole list is printed.
    mutating func print(_ rows: [Row]) { printed = Self.numbered(rows) }

    /// Records a single row that is printed with its number.
    mutating func print(_ row: Row, as number: Int) {
        let index = printed.firstIndex { $0.number >= number } ?? printed.endIndex
        if index < printed.endIndex, printed[index].number == number {
            printed[index].row = row
        } else {
            printed.insert(Numbered(number: number, row: row), at: index)
        }
    }

    /// Returns the numbers with their rows, in order. If none was printed, these are the rows of the given list.
    func rows(of list: [Row]) -> [Numbered] { printed.isEmpty ? Self.numbered(list) : printed }

    private static func numbered(_ rows: [Row]) -> [Numbered] {
        rows.enumerated().map { Numbered(number: $0 + 1, row: $1) }
    }

    /// Returns the row of a number: its current state, or its printed state if it is not in `current`.
    ///
    /// - Parameters:
    ///   - seen: the rows of the list when the line began.
    ///   - current: the rows of the list as it is now.
    ///   - gone: the complaint about a row that is not in `current`; `nil` if `current` may be incomplete.
    func row(_ number: Int, of seen: [Row], in current: [Row], gone: ((Row) -> Complaint)?) throws(Complaint) -> Row {
        let rows = rows(of: seen)
        guard let row = rows.first(where: { $0.number == number })?.row else {
            throw .noSuchNumber(number, of: rows.last?.number ?? 0)
        }
        if let now = current.first(where: { $0.id == row.id }) { return now }
        if let gone { throw gone(row) }
        return row
    }
}
