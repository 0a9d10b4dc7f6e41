import TelexCore
import TelexNetwork

/// By what names the core and the server know our messages: the core by the one that it gave, the server by the event's.
///
/// All are kept on disk; those of late are here as well, since what is to be kept is not there at once.
struct SentNames {
    private static let most = 10_000

    private let environment: LinkEnvironment
    private var late: [String: String] = [:]
    private var order: [String] = []

    init(_ environment: LinkEnvironment) { self.environment = environment }

    static func event(of message: MessageID, in chat: ChatID) -> String { "event/\(chat)/\(message)" }
    static func message(of event: String) -> String { "message/\(event)" }

    /// The event's id, as the server knows the message.
    func event(of message: MessageID, in chat: ChatID) -> String {
        let name = Self.event(of: message, in: chat)
        return late[name] ?? environment.bookmark(name) ?? message.text
    }

    /// The event's id, if the server is known to have the message.
    func known(_ message: MessageID, in chat: ChatID) -> String? {
        let name = Self.event(of: message, in: chat)
        return late[name] ?? environment.bookmark(name)
    }

    /// The id by which the core knows the message.
    func message(of event: String) -> MessageID {
        let name = Self.message(of: event)
        return MessageID(late[name] ?? environment.bookmark(name) ?? event)
    }

    /// Takes both names of a message; returns what is to be kept, which is nothing if it is kept already.
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
