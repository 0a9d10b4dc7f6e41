import TelexJSON

/// What a server is asked to find.
public struct ServerQuery: Hashable, Sendable {
    /// The search as typed. The answer has it, too.
    public var text: String
    /// What the text means.
    public var query: MessageQuery
    /// Where the last answer ended; `nil` for the newest messages.
    public var token: String?

    public init(text: String, query: MessageQuery, token: String? = nil) {
        self.text = text
        self.query = query
        self.token = token
    }
}

/// Some of the messages that a server finds, newest first.
public struct ServerPage: Hashable, Sendable {
    /// The search as typed.
    public var text: String
    public var messages: [ServerMessage]
    /// The backend's token for still older messages.
    ///
    /// `nil` if there are none.
    public var next: String?

    public init(text: String, messages: [ServerMessage] = [], next: String? = nil) {
        self.text = text
        self.messages = messages
        self.next = next
    }
}

extension ServerPage: WireRecord {
    public static var blank: ServerPage { ServerPage(text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &text)
        try visitor.visit("messages", &messages)
        try visitor.visit("nextToken", &next)
    }
}

/// A message that a server finds.
public struct ServerMessage: Hashable, Sendable {
    public var message: IncomingMessage
    /// The stored message before which a message is missing. Only in recordings.
    ///
    /// `nil` until the store was asked, and if the chat is not there.
    public var follower: MessageID?

    public init(_ message: IncomingMessage, follower: MessageID? = nil) {
        self.message = message
        self.follower = follower
    }
}

extension ServerMessage: WireRecord {
    public static var blank: ServerMessage { ServerMessage(.blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try message.visit(&visitor)
        try visitor.visit("followerId", &follower)
    }
}

/// Why a server did not search.
public struct SearchFailure: Hashable, Sendable {
    /// The search as typed.
    public var text: String
    public var reason: String

    public init(text: String, reason: String) {
        self.text = text
        self.reason = reason
    }
}

extension SearchFailure: WireRecord {
    public static var blank: SearchFailure { SearchFailure(text: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &text)
        try visitor.visit("reason", &reason)
    }
}

/// What the server has found of a search.
struct ServerSearch {
    /// The most messages that are taken from an answer.
    static let most = 50
    /// How many answers without a message that is new may follow each other.
    private static let mostEmpty = 10

    /// Whether it was asked.
    private(set) var isAsked = false
    /// Whether an answer is awaited.
    private(set) var isAsking = false
    /// The messages that are not stored, newest first; `nil` before the first answer.
    private(set) var found: [Found]?
    /// Where the older ones are; `nil` if there are none.
    private(set) var next: String?
    private(set) var error: String?
    /// How many answers had nothing new since a person asked.
    private var empty = 0

    /// A message, and the stored one before which it is missing.
    struct Found: Hashable {
        var message: FoundMessage
        /// The title of a chat that is not here.
        var title: String?
        var follower: MessageID?
    }

    mutating func ask(isWish: Bool) {
        (isAsked, isAsking, error) = (true, true, nil)
        if isWish { empty = 0 }
    }

    mutating func fail(_ reason: String) { (isAsking, error) = (false, reason) }

    /// - Returns: whether to go on, because none of the messages is new.
    mutating func add(_ messages: [Found], next: String?) -> Bool {
        var known = Set((found ?? []).map(\.message.message.key))
        let new = messages.filter { known.insert($0.message.message.key).inserted }
        found = (found ?? []) + new
        (self.next, isAsking, error) = (next, false, nil)
        empty = new.isEmpty ? empty + 1 : 0
        return new.isEmpty && next != nil && empty < Self.mostEmpty
    }
}
