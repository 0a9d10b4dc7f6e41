import TelexJSON

/// Events of the members of chats.
public enum MemberEvent: Hashable, Sendable {
    /// The names and memberships of these members have changed. With `isComplete`, all other members have left.
    case synced(SyncedMembers)
    /// Show this many members.
    case listing(rows: Int)
    /// Invite somebody to a chat.
    case inviting(Invitee)
    /// Remove a member from a chat, or take an invitation back.
    case removing(MemberKey)
    /// Ignore somebody in all chats: what they write is stored, but is not unread and does not notify.
    case ignoring(user: UserID)
    /// Stop ignoring somebody.
    case unignoring(user: UserID)
    /// The server lists the people we ignore. With `isComplete`, we ignore nobody else.
    case ignoredSynced(SyncedIgnoring)
    /// The server refused to update the list of ignored users. The change applies on this device, and Telex retries
    /// after it reconnects.
    case ignoreFailed(reason: String)
    /// Give a member of a chat another role.
    case assigning(RoleWish)
}

extension MemberEvent: WireCases {
    package static var samples: [MemberEvent] {
        [
            .synced(.blank), .listing(rows: 0), .inviting(.blank), .removing(.blank), .ignoring(user: ""),
            .unignoring(user: ""), .ignoredSynced(.blank), .ignoreFailed(reason: ""), .assigning(.blank),
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> MemberEvent {
        switch self {
        case .synced(let members): try visitor.event("member.synced", .network, Self.synced, members)
        case .listing(let rows): try visitor.event("member.listing", .look, Self.listing(rows:), rows, in: "rowLimit")
        case .inviting(let invitee): try visitor.event("member.inviting", .user, Self.inviting, invitee)
        case .removing(let member): try visitor.event("member.removing", .user, Self.removing, member)
        case .ignoring(let user): try visitor.event("member.ignoring", .user, Self.ignoring(user:), user, in: "userId")
        case .unignoring(let user):
            try visitor.event("member.unignoring", .user, Self.unignoring(user:), user, in: "userId")
        case .ignoredSynced(let synced): try visitor.event("member.ignoredSynced", .network, Self.ignoredSynced, synced)
        case .ignoreFailed(let reason):
            try visitor.event("member.ignoreFailed", .network, Self.ignoreFailed(reason:), reason, in: "reason")
        case .assigning(let wish): try visitor.event("member.assigning", .user, Self.assigning, wish)
        }
    }
}

/// Somebody to invite to a chat.
public struct Invitee: Hashable, Sendable {
    public var chat: ChatID
    /// The person to start a chat with, or to invite: a name, a user name or an address.
    public var recipient: String

    public init(chat: ChatID, recipient: String) {
        self.chat = chat
        self.recipient = recipient
    }
}

extension Invitee: WireRecord {
    public static var blank: Invitee { Invitee(chat: "", recipient: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("recipient", &recipient)
    }
}

/// Identifies a member of a chat.
public struct MemberKey: Hashable, Sendable {
    public var chat: ChatID
    public var user: UserID

    public init(chat: ChatID, user: UserID) {
        self.chat = chat
        self.user = user
    }
}

extension MemberKey: WireRecord {
    public static var blank: MemberKey { MemberKey(chat: "", user: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("userId", &user)
    }
}

/// A role that a member is to have.
public struct RoleWish: Hashable, Sendable {
    public var key: MemberKey
    /// The role to give a member: `admin`, `moderator` (on Matrix) or `member`.
    public var role: String

    public init(key: MemberKey, role: String) {
        self.key = key
        self.role = role
    }
}

extension RoleWish: WireRecord {
    public static var blank: RoleWish { RoleWish(key: .blank, role: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("roleText", &role)
    }
}

/// Members of a chat, as the server has them.
public struct SyncedMembers: Hashable, Sendable {
    public var chat: ChatID
    public var members: [ChatMember]
    /// Whether all other members have left; otherwise they are unchanged.
    public var isComplete: Bool

    public init(chat: ChatID, members: [ChatMember], isComplete: Bool) {
        self.chat = chat
        self.members = members
        self.isComplete = isComplete
    }
}

extension SyncedMembers: WireRecord {
    public static var blank: SyncedMembers { SyncedMembers(chat: "", members: [], isComplete: false) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("members", &members)
        try visitor.visit("isComplete", &isComplete, default: false)
    }
}
