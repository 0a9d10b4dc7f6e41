import TelexCore
import TelexNetwork

/// Maps the core's ids of our messages to the server's event ids, and back.
///
/// All pairs are stored on disk. Recent ones are also here, because a bookmark is not stored immediately.
struct SentNames {
    private static let most = 10_000

    private let environment: LinkEnvironment
    private var late: [String: String] = [:]
    private var order: [String] = []

    init(_ environment: LinkEnvironment) { self.environment = environment }

    static func event(of message: MessageID, in chat: ChatID) -> String { "event/\(chat)/\(message)" }
    static func message(of event: String) -> String { "message/\(event)" }

    /// The id of a message's event.
    func event(of message: MessageID, in chat: ChatID) -> String {
        let name = Self.event(of: message, in: chat)
        return late[name] ?? environment.bookmark(name) ?? message.text
    }

    /// The id of a message's event; `nil` if the server is not known to have the message.
    func known(_ message: MessageID, in chat: ChatID) -> String? {
        let name = Self.event(of: message, in: chat)
        return late[name] ?? environment.bookmark(name)
    }

    /// The core's id of an event's message.
    func message(of event: String) -> MessageID {
        let name = Self.message(of: event)
        return MessageID(late[name] ?? environment.bookmark(name) ?? event)
    }

    /// Records both ids of a message; returns the bookmarks to store, none if they are stored already.
    mutating func note(_ message: MessageID, in chat: ChatID, is event: String) -> [(name: String, value: String)] {
        let pair = [
            (name: Self.event(of: message, in: chat), value: event),
            (name: Self.message(of: event), value: message.text),
        ]
        guard late[pair[1].name] == nil, environment.bookmark(pair[1].name) == nil else { return [] }
        for (name, value) in pair {
            late[name] = value
            order.append(name)
        }
        if order.count > 2 * Self.most {
            for name in order.prefix(Self.most) { late[name] = nil }
            order.removeFirst(Self.most)
        }
        return pair
    }
}
