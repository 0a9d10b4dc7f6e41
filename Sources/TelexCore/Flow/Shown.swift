/// A row that is built once and reused while it is unchanged. Copies are cheap, and so are comparisons with itself.
///
/// To read a member of each row, write `rows.map { $0.id }`: `rows.map(\.id)` builds a key path at run time. So does a member
/// that the row itself looks up or computes: read it through `row`.
@dynamicMemberLookup
public final class Shown<Row: Hashable & Sendable>: Sendable {
    public let row: Row

    public init(_ row: Row) { self.row = row }

    public subscript<Value>(dynamicMember path: KeyPath<Row, Value>) -> Value { row[keyPath: path] }
}

extension Shown: Hashable {
    public static func == (first: Shown, second: Shown) -> Bool { first === second || first.row == second.row }

    public func hash(into hasher: inout Hasher) { hasher.combine(row) }
}

extension Shown: Identifiable where Row: Identifiable {
    public var id: Row.ID { row.id }
}
