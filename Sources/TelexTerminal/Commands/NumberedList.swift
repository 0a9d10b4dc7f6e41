/// Maps the numbers on the screen to rows. A number refers to the row that it was last printed with.
struct NumberedList<Row: Identifiable> {
    /// The row of each number, as it was printed.
    private var printed: [Int: Row] = [:]
    /// Whether the list, even an empty one, or one of its rows was printed.
    private var isPrinted = false

    /// Replaces all numbers when the whole list is printed.
    mutating func print(_ rows: [Row]) {
        printed = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($0 + 1, $1) })
        isPrinted = true
    }

    /// Records a single row that is printed with its number.
    mutating func print(_ row: Row, as number: Int) {
        printed[number] = row
        isPrinted = true
    }

    /// Returns the numbers with their rows, in order. Before the first print, these are the rows of the current list.
    func rows(of current: [Row]) -> [(number: Int, row: Row)] {
        isPrinted
            ? printed.sorted(by: \.key).map { ($0.key, $0.value) }
            : current.enumerated().map { ($0 + 1, $1) }
    }

    /// Returns the row of a number: its current state, or its printed state if it is not in `current`.
    ///
    /// - Parameters:
    ///   - current: the rows of the list as it is now.
    ///   - gone: the complaint about a row that is not in `current`; `nil` if `current` may be incomplete.
    func row(_ number: Int, in current: [Row], gone: ((Row) -> Complaint)?) throws(Complaint) -> Row {
        let rows = rows(of: current)
        guard let row = rows.first(where: { $0.number == number })?.row else {
            throw .noSuchNumber(number, of: rows.last?.number ?? 0)
        }
        if let now = current.first(where: { $0.id == row.id }) { return now }
        if let gone { throw gone(row) }
        return row
    }
}
