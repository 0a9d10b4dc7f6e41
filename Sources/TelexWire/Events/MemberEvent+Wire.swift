import TelexCore
import TelexJSON

extension MemberEvent: WireCases {
    static var samples: [MemberEvent] {
        [
            .synced(.blank), .listing(rows: 0), .inviting(.blank), .removing(.blank), .ignoring(user: ""),
            .unignoring(user: ""), .ignoredSynced(.blank), .ignoreFailed(reason: ""), .assigning(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> MemberEvent {
        switch self {
        case .synced(let members):
            try visitor.event(
                "member.synced", .network, Self.synced, members,
                "The names and memberships of these members have changed. With `isComplete`, all other "
                    + "members have left.")
        case .listing(let rows):
            try visitor.event(
                "member.listing", .look, Self.listing(rows:), rows, in: "rowLimit", "Show this many members.")
        case .inviting(let invitee):
            try visitor.event("member.inviting", .user, Self.inviting, invitee, "Invite somebody to a chat.")
        case .removing(let member):
            try visitor.event(
                "member.removing", .user, Self.removing, member,
                "Remove a member from a chat, or take an invitation back.")
        case .ignoring(let user):
            try visitor.event(
                "member.ignoring", .user, Self.ignoring(user:), user, in: "userId",
                "Ignore somebody in all chats: what they write is stored, but is not unread and does not notify.")
        case .unignoring(let user):
            try visitor.event(
                "member.unignoring", .user, Self.unignoring(user:), user, in: "userId", "No longer ignore somebody.")
        case .ignoredSynced(let synced):
            try visitor.event(
                "member.ignoredSynced", .network, Self.ignoredSynced, synced,
                "The server has that we ignore these people. With `isComplete`, we ignore nobody else.")
        case .ignoreFailed(let reason):
            try visitor.event(
                "member.ignoreFailed", .network, Self.ignoreFailed(reason:), reason, in: "reason",
                "The server refused to update the list of ignored users. The change applies on this device, and Telex "
                    + "retries after it reconnects.")
        case .assigning(let wish):
            try visitor.event("member.assigning", .user, Self.assigning, wish, "Give a member of a chat another role.")
        }
    }
}

extension IgnoredPerson: WireRecord {
    public static var blank: IgnoredPerson { IgnoredPerson(user: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("userId", &user)
        try visitor.visit("isIgnored", &isIgnored, default: true)
        try visitor.visit("isTold", &isTold, default: true)
    }
}

extension SyncedIgnoring: WireRecord {
    public static var blank: SyncedIgnoring { SyncedIgnoring(ignored: [], isComplete: false) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("ignored", &ignored)
        try visitor.visit("isComplete", &isComplete, default: false)
    }
}

extension Invitee: WireRecord {
    public static var blank: Invitee { Invitee(chat: "", recipient: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("recipient", &recipient)
    }
}

extension MemberKey: WireRecord {
    public static var blank: MemberKey { MemberKey(chat: "", user: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("userId", &user)
    }
}

extension RoleWish: WireRecord {
    public static var blank: RoleWish { RoleWish(key: .blank, role: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("roleText", &role)
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
