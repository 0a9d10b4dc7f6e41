import TelexCore

/// Which rows came, changed or went between two models of a view, by their ids.
struct RowChanges: Hashable {
    var came: [String] = []
    var changed: [String] = []
    var went: [String] = []

    /// - Parameter old: the model that the reader last had, if it had one.
    static func between(_ old: (any ViewModel)?, _ new: any ListViewModel) -> RowChanges {
        between(old, typed: new)
    }

    private static func between<Model: ListViewModel>(_ old: (any ViewModel)?, typed new: Model) -> RowChanges {
        let (old, new) = ((old as? Model)?.rows ?? [], new.rows)
        let shared = SharedEnds(old, new)
        var left: [String: Model.ListRow] = [:]
        let oldRows = old[shared.start..<(old.count - shared.end)]
        for row in oldRows { left[row.id] = row }
        var changes = RowChanges()
        for row in new[shared.start..<(new.count - shared.end)] {
            switch left.removeValue(forKey: row.id) {
            case nil: changes.came.append(row.id)
            case row: break
            default: changes.changed.append(row.id)
            }
        }
        changes.went = oldRows.map(\.id).filter { left[$0] != nil }
        return changes
    }
}

extension RowChanges: WireObject {
    static let fields = [
        Field<RowChanges>("came") { $0.came },
        Field<RowChanges>("changed") { $0.changed },
        Field<RowChanges>("went") { $0.went },
    ]
}
