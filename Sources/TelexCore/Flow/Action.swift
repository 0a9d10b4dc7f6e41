/// What a button does, as data: the event to send, with blanks that the user fills in.
public struct Action: Hashable, Sendable {
    @Boxed public private(set) var event: Event
    /// The members of the event that are still to be filled in, in the order of its form; on the wire they are `null`.
    public let blanks: [Blank]

    package init(_ event: Event, blanks: [Blank] = []) {
        self.event = event
        self.blanks = blanks
    }

    /// A placeholder to read an action into.
    package static let blank = Action(.chat(.loading))
}

/// A member of an event that the user fills in. The raw value is the member's name on the wire.
public enum Blank: String, Hashable, Sendable, CaseIterable {
    case text, key, title, topic, recipient, query, firstName, lastName, vcard, icalendar, summary, dueText, roleText
    case chatID = "chatId"
    case messageID = "messageId"
    case reason = "reasonText"
    case path = "filePath"
    case replyTo = "replyToId"
    case firstID = "firstId"
    case lastID = "lastId"

    /// What the event has until the blank is filled in. An id cannot be empty.
    package var filler: String { rawValue.hasSuffix("Id") ? "?" : "" }
}
