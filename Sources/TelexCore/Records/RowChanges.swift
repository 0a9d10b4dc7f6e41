import TelexJSON

/// The ids of the rows that came, changed or went between two models of a view.
public struct RowChanges: Hashable {
    /// The ids of added rows.
    package private(set) var came: [String] = []
    /// The ids of rows whose content changed. Rows that only moved are not included.
    package private(set) var changed: [String] = []
    /// The ids of removed rows.
    package private(set) var went: [String] = []
}

extension RowChanges {
    init<Row: Identifiable & Equatable>(_ old: [Row], _ new: [Row]) where Row.ID == String {
        let (old, new) = Self.different(old, new)
        // Ids that look the same may differ in their bytes.
        let before = Set(old.map { Identifier<Row>($0.id) })
        let after = Set(new.map { Identifier<Row>($0.id) })
        for row in new {
            if before.contains(Identifier(row.id)) { changed.append(row.id) } else { came.append(row.id) }
        }
        for row in old where !after.contains(Identifier(row.id)) { went.append(row.id) }
        // A row that has only moved has not changed.
        if !changed.isEmpty {
            let rows = Dictionary(old.map { (Identifier<Row>($0.id), $0) }) { first, _ in first }
            let moved = Set(new.filter { rows[Identifier($0.id)] == $0 }.map { Identifier<Row>($0.id) })
            changed.removeAll { moved.contains(Identifier($0)) }
        }
    }

    /// Returns both lists without most of the rows that they share. If a single row came, went or changed, none of the
    /// shared rows is left.
    private static func different<Row: Equatable>(_ old: [Row], _ new: [Row]) -> (old: [Row], new: [Row]) {
        var left: [Row] = []
        var right: [Row] = []
        var (i, j) = (0, 0)
        while i < old.count, j < new.count {
            if old[i] == new[j] {
                (i, j) = (i + 1, j + 1)
            } else if j + 1 < new.count, old[i] == new[j + 1] {
                right.append(new[j])
                j += 1
            } else if i + 1 < old.count, old[i + 1] == new[j] {
                left.append(old[i])
                i += 1
            } else {
                left.append(old[i])
                right.append(new[j])
                (i, j) = (i + 1, j + 1)
            }
        }
        return (left + old[i...], right + new[j...])
    }
}

extension RowChanges: WireRecord {
    public static let blank = RowChanges()

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("came", &came)
        try visitor.visit("changed", &changed)
        try visitor.visit("went", &went)
    }
}
