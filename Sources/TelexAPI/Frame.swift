import Foundation

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
    case presence(Presence)
    /// The server cannot replay all events since the one that the client named. The client has to fetch the changes.
    case gap

    package struct Ready: Codable, Hashable, Sendable {
        /// The last event; only on the push channel.
        package let event: Int64?
        /// The sequence number of the chat's last message; only on a live channel.
        package let last: Int64?

        enum CodingKeys: String, CodingKey {
            case event = "eventNumber"
            case last = "lastOrder"
        }

        package init(event: Int64? = nil, last: Int64? = nil) {
            self.event = event
            self.last = last
        }
    }

    package struct Typing: Codable, Hashable, Sendable {
        package let chat: String
        package let user: String
        /// The display name; only in a group.
        package let name: String?
        package let active: Bool

        enum CodingKeys: String, CodingKey {
            case name
            case chat = "chatId"
            case user = "userId"
            case active = "isActive"
        }

        package init(chat: String, user: String, name: String? = nil, active: Bool) {
            self.chat = chat
            self.user = user
            self.name = name
            self.active = active
        }
    }

    /// Whether somebody has the chat open.
    package struct Presence: Codable, Hashable, Sendable {
        package let chat: String
        package let user: String
        package let online: Bool

        enum CodingKeys: String, CodingKey {
            case chat = "chatId"
            case user = "userId"
            case online = "isOnline"
        }

        package init(chat: String, user: String, online: Bool) {
            self.chat = chat
            self.user = user
            self.online = online
        }
    }

    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case ready, message, revision, mark, chat, typing, presence, gap
    }

    package var kind: Kind {
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

    /// Decodes a frame of a known kind.
    package init(_ kind: Kind, from decoder: any Decoder) throws {
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

    package init(from decoder: any Decoder) throws {
        try self.init(decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type), from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
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

/// A frame that a client sends on a live channel.
package struct ClientFrame: Codable, Hashable, Sendable {
    /// `typing`. The server ignores unknown types.
    package let type: String
    package let active: Bool?

    enum CodingKeys: String, CodingKey {
        case type
        case active = "isActive"
    }

    package static func typing(_ active: Bool) -> ClientFrame { ClientFrame(type: "typing", active: active) }
}
