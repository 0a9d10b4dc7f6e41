import TelexJSON

/// The id of a window: one viewer, with their own screens, forms, open chat and rows.
public struct WindowID: Hashable, Sendable {
    private let id: Identifier<WindowID>?
    /// The number of the attached program that the window belongs to; 0 for this one.
    package let guest: Int

    /// The window that is always open.
    public static let main = WindowID(id: nil)
    /// Stands for any closed window. Answers to the effects of a closed window carry this id. No line can name it.
    package static let closed = WindowID("")

    public init(_ name: String) { self.init(id: Identifier(name)) }

    private init(id: Identifier<WindowID>?, guest: Int = 0) {
        self.id = id
        self.guest = guest
    }

    /// The window that has this name in an attached program.
    package func of(guest: Int) -> WindowID { WindowID(id: id, guest: guest) }

    /// The name that lines use; `nil` for the main window.
    public var name: String? { id?.text }
}

/// The name of a window. The main window has none, and is never written.
extension WindowID: WireValue {
    /// The maximum length of a name in code points, as JSON Schema counts them.
    static let longestName = 64

    public static var schema: JSONValue {
        ["type": "string", "minLength": 1, "maxLength": .integer(Int64(longestName))]
    }
    public static var kind: String { "a string of 1 to \(longestName) characters" }
    public func write(to writer: inout JSONWriter) { writer.write(name ?? "") }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> WindowID {
        guard case .string(let text) = value, (1...longestName).contains(text.unicodeScalars.count) else {
            throw mismatch(value)
        }
        return WindowID(text)
    }
}

/// In the order of their names, byte by byte; the main window comes first.
extension WindowID: Comparable {
    public static func < (first: WindowID, second: WindowID) -> Bool {
        (first.guest, first.id ?? "") < (second.guest, second.id ?? "")
    }
}

/// The state that a module keeps for each window.
///
/// A closed window reads as a new one and drops changes, because an answer may still arrive for it.
struct Windows<State> {
    private struct Entry {
        let id: WindowID
        var state: State
        var revision = 0
    }

    /// The main window, then the others in the order in which they were opened.
    private var entries: [Entry]
    private var places: [WindowID: Int] = [:]
    private let blank: State

    /// - Parameter state: the initial state of a window.
    init(_ state: State) {
        blank = state
        entries = [Entry(id: .main, state: state)]
    }

    mutating func open(_ id: WindowID) {
        places[id] = entries.count
        entries.append(Entry(id: id, state: blank))
    }

    mutating func close(_ id: WindowID) {
        guard let place = places.removeValue(forKey: id) else { return }
        entries.remove(at: place)
        for index in place..<entries.count { places[entries[index].id] = index }
    }

    func isOpen(_ id: WindowID) -> Bool { place(of: id) != nil }

    subscript(id: WindowID) -> State {
        _read { if let place = place(of: id) { yield entries[place].state } else { yield blank } }
        _modify {
            if let place = place(of: id) {
                entries[place].revision += 1
                yield &entries[place].state
            } else {
                var gone = blank
                yield &gone
            }
        }
    }

    /// Counts the possible changes of the window's state.
    func revision(of id: WindowID) -> Int { place(of: id).map { entries[$0].revision } ?? 0 }

    var ids: [WindowID] { entries.map { $0.id } }

    /// Whether the state of any window meets the condition.
    func contains(where holds: (State) -> Bool) -> Bool { entries.contains { holds($0.state) } }

    /// The windows whose state meets the condition.
    func all(where holds: (State) -> Bool) -> [WindowID] { entries.filter { holds($0.state) }.map(\.id) }

    /// Changes the state of every window that meets the condition.
    mutating func update(where holds: (State) -> Bool = { _ in true }, _ change: (inout State) -> Void) {
        for index in entries.indices where holds(entries[index].state) {
            entries[index].revision += 1
            change(&entries[index].state)
        }
    }

    private func place(of id: WindowID) -> Int? { id == .main ? 0 : places[id] }
}

/// A model with state for each window.
protocol WindowKeeping {
    associatedtype Window
    var windows: Windows<Window> { get set }
}
