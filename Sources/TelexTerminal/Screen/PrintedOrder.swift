import TelexCore

/// The printed messages of a chat, in the order in which they are on the screen.
///
/// In a chat, messages that are not sent come last, and move when they are sent. On the screen they stay where they are,
/// and what comes after them is below them.
struct PrintedOrder: Hashable, Sendable {
    private typealias Row = Shown<MessagesViewModel.Row>

    private var ids: [String] { didSet { places = Self.places(ids) } }
    private var places: [String: Int]

    init(_ rows: some Sequence<Shown<MessagesViewModel.Row>> = []) {
        ids = rows.map(\.id)
        places = Self.places(ids)
    }

    private static func places(_ ids: [String]) -> [String: Int] {
        Dictionary(zip(ids, ids.indices)) { first, _ in first }
    }

    /// Notes that messages were printed above the others.
    mutating func prepend(_ rows: [Shown<MessagesViewModel.Row>]) {
        let new = rows.map(\.id)
        ids = new + without(new)
    }

    /// Notes that messages were printed once more, below the others.
    mutating func reprint(_ rows: some Sequence<Shown<MessagesViewModel.Row>>) {
        let new = rows.map(\.id)
        ids = without(new) + new
    }

    private func without(_ others: [String]) -> [String] {
        let others = Set(others)
        return ids.filter { !others.contains($0) }
    }

    /// The order after a change of the chat.
    ///
    /// - Parameter old: the chat before that; `nil` if it was not open.
    func after(_ old: MessagesViewModel?, _ new: MessagesViewModel) -> PrintedOrder {
        let before = Set((old?.messages ?? []).map(\.id))
        let left = Set(new.messages.map(\.id))
        let firstKnown = new.messages.firstIndex { before.contains($0.id) } ?? 0
        var next = self
        next.ids.removeAll { !left.contains($0) }
        next.reprint(new.messages[firstKnown...].filter { !before.contains($0.id) })
        next.prepend(Array(new.messages[..<firstKnown]))
        return next
    }

    func contains(_ row: Shown<MessagesViewModel.Row>) -> Bool { places[row.id] != nil }

    /// The chat with its messages in this order. Those that are not printed are above.
    func applied(to chat: MessagesViewModel) -> MessagesViewModel {
        func place(_ row: Row) -> Int { places[row.id] ?? -1 }
        let isApplied = zip(chat.messages, chat.messages.dropFirst()).allSatisfy { place($0) <= place($1) }
        if isApplied { return chat }
        var chat = chat
        chat.messages = chat.messages.enumerated().sorted {
            (place($0.element), $0.offset) < (place($1.element), $1.offset)
        }.map(\.element)
        return chat
    }
}
