/// Names a window: one who looks, with screens, forms, an open chat and rows of their own.
public struct WindowID: Hashable, Sendable {
    /// What it was called by whoever opened it; `nil` for the one that is always there.
    public let name: String?

    /// The window that is always there.
    public static let main = WindowID(name: nil)

    /// - Parameter name: 1 to 64 bytes of UTF-8.
    public init(_ name: String) { self.name = name }

    private init(name: String?) { self.name = name }
}

/// The state of a module that each window has for itself.
///
/// There are few windows, so that looking one up is a walk along them. What is asked of a window that is gone is answered as
/// for a new one, and what is changed there is forgotten: an answer may come for it later.
struct Windows<State> {
    private struct Entry {
        let id: WindowID
        var state: State
        var revision = 0
    }

    private var entries: [Entry]
    private let blank: State

    /// - Parameter state: what a window begins with.
    init(_ state: State) {
        blank = state
        entries = [Entry(id: .main, state: state)]
    }

    mutating func open(_ id: WindowID) { entries.append(Entry(id: id, state: blank)) }

    mutating func close(_ id: WindowID) { entries.removeAll { $0.id == id } }

    subscript(id: WindowID) -> State {
        get { index(of: id).map { entries[$0].state } ?? blank }
        _modify {
            if let index = index(of: id) {
                entries[index].revision += 1
                yield &entries[index].state
            } else {
                var gone = blank
                yield &gone
            }
        }
    }

    /// Counts the changes that the window's state may have seen.
    func revision(of id: WindowID) -> Int { index(of: id).map { entries[$0].revision } ?? 0 }

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

    private func index(of id: WindowID) -> Int? { entries.firstIndex { $0.id == id } }
}

/// A model with something for each window.
protocol WindowKeeping {
    associatedtype Window
    var windows: Windows<Window> { get set }
}
