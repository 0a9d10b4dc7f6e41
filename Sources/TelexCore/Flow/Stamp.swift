import Foundation

/// What the door writes on an event as it comes in, so that nothing inside reads a clock, invents an id or asks a disk.
public struct Stamp: Hashable, Sendable {
    /// When the event came in.
    public let time: Date
    /// Counts up with each event; a new message takes it as its place in the chat.
    public let order: Int64
    /// An id for what the event makes, if it makes something and names none.
    public let freshID: String
    /// The request that the event belongs to.
    public let cause: Cause?
    /// The window that the event comes from, or that the effect was for which it answers.
    public let window: WindowID
    /// Those of the messages named by the event that are stored already.
    public let known: [MessageID: KnownMessage]

    public init(
        time: Date, order: Int64, freshID: String, cause: Cause? = nil, window: WindowID = .main,
        known: [MessageID: KnownMessage] = [:]
    ) {
        self.time = time
        self.order = order
        self.freshID = freshID
        self.cause = cause
        self.window = window
        self.known = known
    }

    /// The same, of a window that need not be the one that the event came from.
    package func of(_ window: WindowID) -> Stamp {
        Stamp(time: time, order: order, freshID: freshID, cause: cause, window: window, known: known)
    }
}

/// The request behind an event: the `id` of the line that asked for it.
public struct Cause: Hashable, Sendable {
    /// The id as the asker gave it; two requests may share it.
    public var id: String
    /// Tells requests with the same id apart.
    public var number: Int
    /// The window in which it was asked for.
    public var window: WindowID

    public init(id: String, number: Int, window: WindowID = .main) {
        self.id = id
        self.number = number
        self.window = window
    }
}

/// A stored message, and where it stands.
public struct KnownMessage: Hashable, Sendable {
    /// The message's place in its chat.
    public var position: Int64
    /// How many messages that count as unread, and how many of them that are about us, stand after it.
    public var unreadAfter: Int
    public var mentionsAfter: Int
    public var isOwn: Bool
    /// What it says; of one that is still to be stored, nothing.
    public var content: MessageContent

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
