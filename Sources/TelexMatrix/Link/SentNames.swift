import TelexCore
import TelexNetwork

/// Maps the core's ids of our messages to the server's event ids, and back. All pairs are stored.
struct SentNames {
    private var values: RecentValues

    init(_ environment: LinkEnvironment) { values = RecentValues(environment) }

    static func event(of message: MessageID, in chat: ChatID) -> String { "event/\(chat)/\(message)" }
    static func message(of event: String) -> String { "message/\(event)" }

    /// The id of a message's event.
    func event(of message: MessageID, in chat: ChatID) -> String { known(message, in: chat) ?? message.text }

    /// The id of a message's event; `nil` if the server is not known to have the message.
    func known(_ message: MessageID, in chat: ChatID) -> String? { values[Self.event(of: message, in: chat)] }

    /// The core's id of an event's message.
    func message(of event: String) -> MessageID { MessageID(values[Self.message(of: event)] ?? event) }

    /// Records both ids of a message; returns the values to keep, none if they are stored already.
    mutating func note(_ message: MessageID, in chat: ChatID, is event: String) -> [(name: String, value: String)] {
        let pair = [
            (name: Self.event(of: message, in: chat), value: event),
            (name: Self.message(of: event), value: message.text),
        ]
        guard values[pair[1].name] == nil else { return [] }
        for (name, value) in pair { values.set(name, value) }
        return pair
    }
}
