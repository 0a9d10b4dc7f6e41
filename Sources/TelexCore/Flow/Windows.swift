/// Names a window: one who looks, with screens, forms, an open chat and rows of their own.
public struct WindowID: Hashable, Sendable {
    let number: Int

    /// The window that is always there.
    public static let main = WindowID(number: 0)
}

/// The state of a module that each window has for itself.
///
/// There are few windows, so that looking one up is a walk along them.
struct Windows<State> {
    private struct Entry {
        let id: WindowID
        var state: State
        var revision = 0
    }

    private var entries: [Entry]

    /// - Parameter state: what a window begins with.
    init(_ state: State) { entries = [Entry(id: .main, state: state)] }

    subscript(id: WindowID) -> State {
        get { entries[index(of: id)].state }
        _modify {
            let index = index(of: id)
            entries[index].revision += 1
            yield &entries[index].state
        }
    }

    /// Counts the changes that the window's state may have seen.
    func revision(of id: WindowID) -> Int { entries[index(of: id)].revision }

    var ids: [WindowID] { entries.map { $0.id } }

    /// The windows whose state meets the condition.
    func all(where holds: (State) -> Bool) -> [WindowID] { entries.filter { holds($0.state) }.map(\.id) }

    /// Changes the state of every window that meets the condition.
    mutating func update(where holds: (State) -> Bool = { _ in true }, _ change: (inout State) -> Void) {
        for index in entries.indices where holds(entries[index].state) {
            entries[index].revision += 1
            change(&entries[index].state)
        }
    }

    private func index(of id: WindowID) -> Int { entries.firstIndex { $0.id == id }! }
}
