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
