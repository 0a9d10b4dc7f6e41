import Foundation

/// Some of the messages that a search finds, newest first.
public struct FoundPage: Hashable, Sendable {
    public var messages: [FoundMessage]
    /// Where the search goes on; `nil` if there are no older ones.
    public var next: FoundPlace?
    /// How many there are in all; `nil` if they are not counted yet.
    public var total: Int?
    /// Whether only a count of all messages finds them, because the index says nothing of them.
    public var needsCount: Bool
    /// The chats with messages that only the server has, which this search could not see. Only the first page has them.
    public var gaps: FoundGaps?

    public init(
        messages: [FoundMessage] = [], next: FoundPlace? = nil, total: Int? = nil, needsCount: Bool = false,
        gaps: FoundGaps? = nil
    ) {
        self.messages = messages
        self.next = next
        self.total = total
        self.needsCount = needsCount
        self.gaps = gaps
    }
}

/// A message that a search finds.
public struct FoundMessage: Hashable, Sendable {
    public var message: Message
    /// Where its text has what is searched for.
    public var ranges: [TextRange]
    /// Its place among all messages, by date.
    public var place: FoundPlace

    public init(_ message: Message, ranges: [TextRange], place: FoundPlace) {
        self.message = message
        self.ranges = ranges
        self.place = place
    }
}

/// The place of a message among those of all chats: by its date, and at the same time by when it reached the store.
public struct FoundPlace: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970.
    public var date: Int64
    public var arrival: Int64

    public init(date: Int64, arrival: Int64) {
        self.date = date
        self.arrival = arrival
    }

    public static func < (one: FoundPlace, other: FoundPlace) -> Bool {
        (one.date, one.arrival) < (other.date, other.arrival)
    }
}

/// The chats that have messages on the server which are not stored.
public struct FoundGaps: Hashable, Sendable {
    /// The first few of them, each with the message that follows what is missing.
    public var messages: [MessageKey]
    /// How many chats there are.
    public var count: Int

    public init(messages: [MessageKey] = [], count: Int = 0) {
        self.messages = messages
        self.count = count
    }
}

/// A part of the count of what a search finds.
public struct FoundCount: Hashable, Sendable {
    /// How many there are in this part.
    public var count: Int
    /// The place in the store at which the count goes on; `nil` once it is complete.
    public var next: CountPlace?
    /// The newest of them, if the search needs the count to find them.
    public var messages: [FoundMessage]

    public init(count: Int = 0, next: CountPlace? = nil, messages: [FoundMessage] = []) {
        self.count = count
        self.next = next
        self.messages = messages
    }
}

/// How far a count has come: the row of a chat and a position in it, or the number of a message in the index.
public struct CountPlace: Hashable, Sendable {
    public var chat: Int64
    public var position: Int64

    public init(chat: Int64 = 0, position: Int64 = 0) {
        self.chat = chat
        self.position = position
    }
}
