/// What a button does, as data: the event that pressing it sends, with the blanks that the presser fills in.
public struct Action: Hashable, Sendable {
    public let event: Event
    /// The members of the event that are still to be filled in; on the wire they are `null`.
    public let blanks: [Blank]

    init(_ event: Event, blanks: [Blank] = []) {
        self.event = event
        self.blanks = blanks
    }

    /// The event to send, with its blanks filled in, in their order.
    public func filled(_ first: String, _ second: String) -> Event {
        switch event {
        case .contact(.adding): .contact(.adding(first: first, last: second))
        case .contact(.renaming(let person, _, _)): .contact(.renaming(person: person, first: first, last: second))
        case .reminder(.typing): .reminder(.typing(name: first, due: second))
        case .reminder(.adding(_, _, let chat)): .reminder(.adding(name: first, due: second, chat: chat))
        default: filled(first)
        }
    }

    /// The event to send, with its blank (if it has one) filled in.
    public func filled(_ text: String = "") -> Event {
        guard !blanks.isEmpty else { return event }
        return switch event {
        case .message(.sending(let chat, _, let message)):
            .message(.sending(chat: chat, text: text, message: message))
        case .revision(.editing(let chat, let message, _)):
            .revision(.editing(chat: chat, message: message, text: text))
        case .chat(.creating): .chat(.creating(contact: text))
        case .search(.changed): .search(.changed(query: text))
        case .contact(.importing): .contact(.importing(vcard: text))
        default: event
        }
    }
}

/// A member of an event that a person fills in. The raw value is the member's name on the wire.
public enum Blank: String, Hashable, Sendable, CaseIterable {
    case text, contact, query, first, last, vcard, name, due
}
