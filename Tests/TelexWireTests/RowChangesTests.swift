@testable import TelexCore
import Testing

@testable import TelexWire

@Suite struct RowChangesTests {
    private struct Row: Identifiable, Equatable {
        let id: String
        var value: UInt64
    }

    /// The result of simply comparing all rows.
    private func compared(_ old: [Row], _ new: [Row]) -> RowChanges {
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let after = Set(new.map(\.id))
        return RowChanges(
            came: new.filter { before[$0.id] == nil }.map(\.id),
            changed: new.filter { before[$0.id].map { $0.value } ?? $0.value != $0.value }.map(\.id),
            went: old.filter { !after.contains($0.id) }.map(\.id))
    }

    @Test(arguments: 0..<100)
    func reportsRowsThatCameChangedOrWent(seed: UInt64) {
        var chance = SplitMix(state: seed)
        func list() -> [Row] {
            var ids = (0..<8).filter { _ in chance.next() % 4 > 0 }
            for index in ids.indices where chance.next() % 4 == 0 {
                ids.swapAt(index, Int(chance.next() % UInt64(ids.count)))
            }
            return ids.map { Row(id: "\($0)", value: chance.next() % 4 / 3) }
        }
        for _ in 0..<10 {
            let (old, new) = (list(), list())
            #expect(RowChanges(old, new) == compared(old, new), "\(old) to \(new)")
        }
    }

    @Test func ignoresARowThatOnlyMoved() {
        let rows = ["a", "b", "c"].map { Row(id: $0, value: 0) }
        #expect(RowChanges(rows, [rows[2], rows[0], rows[1]]) == RowChanges())
    }
}
