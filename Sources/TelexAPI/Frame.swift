import Foundation

/// What the push channel and the live channel bring; its `type` is the name of the event there.
public enum Frame: Hashable, Sendable {
    /// What happened before has been told; from here on it is told as it happens.
    case ready(Ready)
    case message(MessageInfo)
    /// A message that says something else now, or is gone.
    case revision(MessageInfo)
    case mark(Mark)
    /// A chat that is new to the reader, or in which somebody's standing has changed, the reader's own, say.
    case chat(ChatInfo)
    case typing(Typing)
    case presence(Presence)
    /// What happened since the event that was named is no longer known in full: it has to be asked for.
    case gap

    public struct Ready: Codable, Hashable, Sendable {
        /// On the push channel: the last event.
        public let event: Int64?
        /// On a live channel: the place of the chat's last message.
        public let last: Int64?

        enum CodingKeys: String, CodingKey {
            case event = "eventNumber"
            case last = "lastOrder"
        }

        public init(event: Int64? = nil, last: Int64? = nil) {
            self.event = event
            self.last = last
        }
    }

    public struct Typing: Codable, Hashable, Sendable {
        public let chat: String
        public let user: String
        /// In a group, the display name.
        public let name: String?
        public let active: Bool

        enum CodingKeys: String, CodingKey {
            case name
            case chat = "chatId"
            case user = "userId"
            case active = "isActive"
        }

        public init(chat: String, user: String, name: String? = nil, active: Bool) {
            self.chat = chat
            self.user = user
            self.name = name
            self.active = active
        }
    }

    /// Whether somebody has the chat open.
    public struct Presence: Codable, Hashable, Sendable {
        public let chat: String
        public let user: String
        public let online: Bool

        enum CodingKeys: String, CodingKey {
            case chat = "chatId"
            case user = "userId"
            case online = "isOnline"
        }

        public init(chat: String, user: String, online: Bool) {
            self.chat = chat
            self.user = user
            self.online = online
        }
    }

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case ready, message, revision, mark, chat, typing, presence, gap
    }

    public var kind: Kind {
        switch self {
        case .ready: .ready
        case .message: .message
        case .revision: .revision
        case .mark: .mark
        case .chat: .chat
        case .typing: .typing
        case .presence: .presence
        case .gap: .gap
        }
    }

    /// Reads a frame whose kind was told beside it.
    public init(_ kind: Kind, from decoder: any Decoder) throws {
        switch kind {
        case .ready: self = .ready(try Ready(from: decoder))
        case .message: self = .message(try MessageInfo(from: decoder))
        case .revision: self = .revision(try MessageInfo(from: decoder))
        case .mark: self = .mark(try Mark(from: decoder))
        case .chat: self = .chat(try ChatInfo(from: decoder))
        case .typing: self = .typing(try Typing(from: decoder))
        case .presence: self = .presence(try Presence(from: decoder))
        case .gap: self = .gap
        }
    }
}

extension Frame: Codable {
    private enum CodingKeys: CodingKey { case type }

    public init(from decoder: any Decoder) throws {
        try self.init(decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type), from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .type)
        switch self {
        case .ready(let ready): try ready.encode(to: encoder)
        case .message(let message), .revision(let message): try message.encode(to: encoder)
        case .mark(let mark): try mark.encode(to: encoder)
        case .chat(let chat): try chat.encode(to: encoder)
        case .typing(let typing): try typing.encode(to: encoder)
        case .presence(let presence): try presence.encode(to: encoder)
        case .gap: break
        }
    }
}

/// What a client says on a live channel.
public struct ClientFrame: Codable, Hashable, Sendable {
    /// `typing`; what is unknown is ignored.
    public let type: String
    public let active: Bool?

    enum CodingKeys: String, CodingKey {
        case type
        case active = "isActive"
    }

    public static func typing(_ active: Bool) -> ClientFrame { ClientFrame(type: "typing", active: active) }
}
