import Foundation

/// What the session adds to an incoming event, so that the core needs no clock, id source or disk.
public struct Stamp: Hashable, Sendable {
    /// When the event arrived.
    public let time: Date
    /// Increases with each event; a new message takes it as its position in the chat.
    public let order: Int64
    /// An id for what the event creates, if it creates something and names no id.
    public let freshID: String
    /// The request that the event belongs to.
    public let cause: Cause?
    /// The window of the event, or of the effect that it answers.
    public let window: WindowID
    /// The messages named by the event that are already stored.
    public let known: [MessageID: KnownMessage]
    /// The stored messages that the event's messages answer.
    public let answered: [AnsweredMessage]
    /// Reactions to the event's messages that came before them.
    public let early: [MessageID: [Reaction]]

    public init(
        time: Date, order: Int64, freshID: String, cause: Cause? = nil, window: WindowID = .main,
        known: [MessageID: KnownMessage] = [:], answered: [AnsweredMessage] = [],
        early: [MessageID: [Reaction]] = [:]
    ) {
        self.time = time
        self.order = order
        self.freshID = freshID
        self.cause = cause
        self.window = window
        self.known = known
        self.answered = answered
        self.early = early
    }

    /// The same stamp for another window and another request.
    func of(_ window: WindowID, _ cause: Cause?) -> Stamp {
        Stamp(
            time: time, order: order, freshID: freshID, cause: cause, window: window, known: known,
            answered: answered, early: early)
    }
}

/// The request behind an event: the `id` of the line that made it.
public struct Cause: Hashable, Sendable {
    /// The id of a request, chosen by its sender; at most 128 characters.
    ///
    /// Two requests may share it.
    public var id: String
    /// The number of an input line, from 1.
    ///
    /// Distinguishes requests with the same id.
    public var number: Int
    /// The window that made the request.
    public var window: WindowID

    public init(id: String, number: Int, window: WindowID = .main) {
        self.id = id
        self.number = number
        self.window = window
    }
}

/// A stored message and its position.
public struct KnownMessage: Hashable, Sendable {
    /// The message's position in its chat.
    public var position: Int64
    /// How many messages after this one are unread.
    public var unreadAfter: Int
    /// How many messages after this one mention us.
    public var mentionsAfter: Int
    public var isOwn: Bool
    /// The content of a stored message.
    ///
    /// Empty if the message is not committed yet.
    public var content: MessageContent

    /// How many messages count as unread from it on, itself included.
    var unreadFromHere: Int { unreadAfter + (isOwn ? 0 : content.unread.messages) }

    public init(
        position: Int64, unreadAfter: Int = 0, mentionsAfter: Int = 0, isOwn: Bool = false,
        content: MessageContent = MessageContent()
    ) {
        self.position = position
        self.unreadAfter = unreadAfter
        self.mentionsAfter = mentionsAfter
        self.isOwn = isOwn
        self.content = content
    }
}
