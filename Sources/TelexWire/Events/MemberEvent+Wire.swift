import TelexCore
import TelexJSON

extension MemberEvent: WireCases {
    static var samples: [MemberEvent] { [.synced(.blank), .listing(rows: 0), .inviting(.blank), .removing(.blank)] }

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
        }
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

extension SyncedMembers: WireRecord {
    public static var blank: SyncedMembers { SyncedMembers(chat: "", members: [], isComplete: false) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("members", &members)
        try visitor.visit("isComplete", &isComplete, default: false)
    }
}
