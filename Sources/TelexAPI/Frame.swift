import TelexJSON

/// A frame of the push channel or of a live channel. On the push channel, `type` is also the name of the event.
package enum Frame: Hashable, Sendable {
    /// All missed events have been sent. From here on, events are sent as they happen.
    case ready(Ready)
    case message(MessageInfo)
    /// A message that was edited or deleted.
    case revision(MessageInfo)
    case mark(Mark)
    /// A chat that is new to the reader, or in which somebody's standing has changed, possibly the reader's own.
    case chat(ChatInfo)
    case typing(Typing)
    /// All people that the user ignores. A resumed channel does not repeat it, because the list of chats has them, too.
    case ignored(IgnoredInfo)
    case presence(Presence)
    /// The server cannot replay all events since the one that the client named. The client has to fetch the changes.
    case gap

    package struct Ready: Record, Hashable {
        /// The last event; only on the push channel.
        package var event: Int64?
        /// The sequence number of the chat's last message; only on a live channel.
        package var last: Int64?

        package init(event: Int64? = nil, last: Int64? = nil) {
            self.event = event
            self.last = last
        }

        package static var blank: Ready { Ready() }
        package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("eventNumber", &event.wide)
            try visitor.visit("lastOrder", &last.wide)
        }
    }

    package struct Typing: Record, Hashable {
        package var chat: String
        package var user: String
        /// The display name; only in a group.
        package var name: String?
        package var active: Bool

        package init(chat: String, user: String, name: String? = nil, active: Bool) {
            self.chat = chat
            self.user = user
            self.name = name
            self.active = active
        }

        package static var blank: Typing { Typing(chat: "", user: "", active: false) }
        package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("chatId", &chat)
            try visitor.visit("userId", &user)
            try visitor.visit("name", &name)
            try visitor.visit("isActive", &active)
        }
    }

    /// Whether somebody has the chat open.
    package struct Presence: Record, Hashable {
        package var chat: String
        package var user: String
        package var online: Bool

        package init(chat: String, user: String, online: Bool) {
            self.chat = chat
            self.user = user
            self.online = online
        }

        package static var blank: Presence { Presence(chat: "", user: "", online: false) }
        package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("chatId", &chat)
            try visitor.visit("userId", &user)
            try visitor.visit("isOnline", &online)
        }
    }

    package enum Kind: String, WireWord {
        case ready, message, revision, mark, chat, typing, ignored, presence, gap
    }

    package var kind: Kind {
        switch self {
        case .ready: .ready
        case .message: .message
        case .revision: .revision
        case .mark: .mark
        case .chat: .chat
        case .typing: .typing
        case .ignored: .ignored
        case .presence: .presence
        case .gap: .gap
        }
    }

    /// A frame of each kind, with anything in it.
    private static let samples: [Frame] = [
        .ready(.blank), .message(.blank), .revision(.blank), .mark(.blank), .chat(.blank), .typing(.blank),
        .ignored(.blank), .presence(.blank), .gap,
    ]

    /// Visits the members of the frame's record.
    ///
    /// - Returns: the same frame with the members that the visitor has read.
    private func visited<Visitor: RecordVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> Frame {
        switch self {
        case .ready(let ready): .ready(try visitor.visited(ready))
        case .message(let message): .message(try visitor.visited(message))
        case .revision(let message): .revision(try visitor.visited(message))
        case .mark(let mark): .mark(try visitor.visited(mark))
        case .chat(let chat): .chat(try visitor.visited(chat))
        case .typing(let typing): .typing(try visitor.visited(typing))
        case .ignored(let people): .ignored(try visitor.visited(people))
        case .presence(let presence): .presence(try visitor.visited(presence))
        case .gap: .gap
        }
    }
}

/// An object whose member `type` names the frame's kind. The members of its record follow.
extension Frame: WireValue {
    package static var schema: JSONValue { ["type": "object"] }
    package static var kind: String { "a frame" }

    package static func read(_ value: JSONValue?) throws(Mismatch) -> Frame {
        guard case .object(let object)? = value else { throw mismatch(value) }
        var reader = MemberReader(object: object)
        let kind: Kind = try reader.read("type")
        guard let sample = samples.first(where: { $0.kind == kind }) else { throw mismatch(value) }
        return try sample.visited(by: &reader)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        MemberWriter.write(to: &writer) { members in
            members.write("type", kind)
            _ = visited(by: &members)
        }
        writer.endObject()
    }
}

/// A frame that a client sends on a live channel.
package struct ClientFrame: Record, Hashable {
    /// `typing`. The server ignores unknown types.
    package var type: String
    package var active: Bool?

    package static func typing(_ active: Bool) -> ClientFrame { ClientFrame(type: "typing", active: active) }

    package static var blank: ClientFrame { ClientFrame(type: "", active: nil) }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("type", &type)
        try visitor.visit("isActive", &active)
    }
}
