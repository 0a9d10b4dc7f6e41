import TelexJSON

/// Messages of all chats, in the order in which they were stored.
public struct InboxPage: Hashable, Sendable {
    /// A position in the inbox: after the messages of its line, or after this message.
    ///
    /// Here, after the last message.
    public var cursor: InboxCursor
    public var messages: [InboxMessage]
    /// Whether the store has more messages after these.
    public var hasMore: Bool
    /// Whether the store does not know the cursor to resume from.
    ///
    /// The page then starts where it can.
    public var isAfterGap: Bool

    public init(cursor: InboxCursor, messages: [InboxMessage] = [], hasMore: Bool = false, isAfterGap: Bool = false) {
        self.cursor = cursor
        self.messages = messages
        self.hasMore = hasMore
        self.isAfterGap = isAfterGap
    }
}

extension InboxPage: WireRecord {
    public static var blank: InboxPage { InboxPage(cursor: .start) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("cursor", &cursor)
        try visitor.visit("messages", &messages)
        try visitor.visit("hasMore", &hasMore)
        try visitor.visit("isAfterGap", &isAfterGap)
    }
}

/// A message, and its place in the order in which messages were stored.
public struct InboxMessage: Hashable, Sendable {
    /// The position after the message.
    public var cursor: InboxCursor
    public var message: Message

    public init(cursor: InboxCursor, message: Message) {
        self.cursor = cursor
        self.message = message
    }
}

extension InboxMessage: WireRecord {
    public static var blank: InboxMessage { InboxMessage(cursor: .start, message: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("cursor", &cursor)
        try message.visit(&visitor)
    }
}

/// A position in the order in which messages were stored.
public struct InboxCursor: Hashable, Sendable {
    /// The id of the store.
    public let store: String
    /// The number of the last message before the position.
    public let arrival: Int64

    /// The position before the first message, in any store.
    public static let start = InboxCursor(store: "", arrival: 0)

    public init(store: String, arrival: Int64) {
        self.store = store
        self.arrival = arrival
    }

    /// - Parameter text: the `text` of a cursor; anything else yields `nil`.
    public init?(_ text: String) {
        if text == Self.start.text {
            self = .start
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].first?.isNumber == true, let arrival = Int64(parts[1])
        else { return nil }
        self.init(store: String(parts[0]), arrival: arrival)
    }

    public var text: String { self == .start ? "start" : "\(store).\(arrival)" }
}

/// A place in the inbox: `start`, or a string that clients hand back unchanged and never parse.
extension InboxCursor: WireValue {
    public static var schema: JSONValue { ["type": "string", "pattern": #"^(start|[^.]+\.[0-9]+)$"#] }
    public static var kind: String { "the cursor of a page of the inbox, or \"start\"" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> InboxCursor {
        guard case .string(let text) = value, let cursor = InboxCursor(text) else { throw mismatch(value) }
        return cursor
    }
    public var readable: InboxCursor? { InboxCursor(text) }
}
