import Foundation
import TelexJSON

/// Some of the messages that a search finds, newest first.
public struct FoundPage: Hashable, Sendable {
    /// Messages that a search found, newest first. Only in recordings.
    public var messages: [FoundMessage]
    /// Where a search goes on. Only in recordings.
    ///
    /// `nil` if there are no older ones.
    public var next: FoundPlace?
    /// How many there are in all; `nil` if they are not counted yet.
    public var total: Int?
    /// Whether only the count finds the messages. Only in recordings.
    ///
    /// The index says nothing of these.
    public var needsCount: Bool
    /// The chats with messages that only the server has. Only in recordings.
    ///
    /// Only the first page has them.
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

extension FoundPage: WireRecord {
    public static var blank: FoundPage { FoundPage() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("foundMessages", &messages, default: [])
        try visitor.visit("nextPlace", &next)
        try visitor.visit("totalCount", &total)
        try visitor.visit("isDeferred", &needsCount, default: false)
        try visitor.visit("historyGaps", &gaps)
    }
}

/// A message that a search finds.
public struct FoundMessage: Hashable, Sendable {
    public var message: Message
    /// Where a text has what was searched for: from `start` on, of `length` code points.
    public var ranges: [TextRange]
    /// The place of a message by date and arrival. Only in recordings.
    public var place: FoundPlace

    public init(_ message: Message, ranges: [TextRange], place: FoundPlace) {
        self.message = message
        self.ranges = ranges
        self.place = place
    }
}

extension FoundMessage: WireRecord {
    public static var blank: FoundMessage { FoundMessage(.blank, ranges: [], place: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try message.visit(&visitor)
        try visitor.visit("ranges", &ranges, default: [])
        try visitor.visit("foundPlace", &place)
    }
}

/// The place of a message among those of all chats: by its date, and at the same time by when it reached the store.
public struct FoundPlace: Hashable, Sendable, Comparable {
    /// A date, in milliseconds since 1970. Only in recordings.
    public var date: Int64
    /// The number of a message in the store. Only in recordings.
    public var arrival: Int64

    public init(date: Int64, arrival: Int64) {
        self.date = date
        self.arrival = arrival
    }

    public static func < (one: FoundPlace, other: FoundPlace) -> Bool {
        (one.date, one.arrival) < (other.date, other.arrival)
    }
}

extension FoundPlace: WireRecord {
    public static var blank: FoundPlace { FoundPlace(date: 0, arrival: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("time", &date)
        try visitor.visit("arrival", &arrival)
    }
}

/// The chats that have messages on the server which are not stored.
public struct FoundGaps: Hashable, Sendable {
    /// Messages before which others are missing. Only in recordings.
    ///
    /// Here, the first few.
    public var messages: [MessageKey]
    /// How many chats there are. Only in recordings.
    public var count: Int

    public init(messages: [MessageKey] = [], count: Int = 0) {
        self.messages = messages
        self.count = count
    }
}

extension FoundGaps: WireRecord {
    public static var blank: FoundGaps { FoundGaps() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("followers", &messages, default: [])
        try visitor.visit("chatCount", &count)
    }
}

/// A part of the count of what a search finds.
public struct FoundCount: Hashable, Sendable {
    /// How many messages were found in a part of the store. Only in recordings.
    public var count: Int
    /// Where a count goes on. Only in recordings.
    ///
    /// `nil` once it is complete.
    public var next: CountPlace?
    /// The newest of them, if the search needs the count to find them.
    public var messages: [FoundMessage]

    public init(count: Int = 0, next: CountPlace? = nil, messages: [FoundMessage] = []) {
        self.count = count
        self.next = next
        self.messages = messages
    }
}

extension FoundCount: WireRecord {
    public static var blank: FoundCount { FoundCount() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageCount", &count)
        try visitor.visit("countPlace", &next)
        try visitor.visit("foundMessages", &messages, default: [])
    }
}

/// How far a count has come: the row of a chat and a position in it, or the number of a message in the index.
public struct CountPlace: Hashable, Sendable {
    /// The number of a chat in the store. Only in recordings.
    public var chat: Int64
    public var position: Int64

    public init(chat: Int64 = 0, position: Int64 = 0) {
        self.chat = chat
        self.position = position
    }
}

extension CountPlace: WireRecord {
    public static var blank: CountPlace { CountPlace() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatNumber", &chat)
        try visitor.visit("position", &position)
    }
}
