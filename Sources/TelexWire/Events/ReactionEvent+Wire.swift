import TelexCore
import TelexJSON

extension ReactionEvent: WireCases {
    static var samples: [ReactionEvent] {
        [.adding(.blank), .removing(.blank), .added(.blank), .removed(.blank), .listed(.blank), .failed(.blank)]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ReactionEvent {
        switch self {
        case .adding(let wish): try visitor.event("reaction.adding", .user, Self.adding, wish)
        case .removing(let wish): try visitor.event("reaction.removing", .user, Self.removing, wish)
        case .added(let reaction): try visitor.event("reaction.added", .network, Self.added, reaction)
        case .removed(let reaction): try visitor.event("reaction.removed", .network, Self.removed, reaction)
        case .listed(let list): try visitor.event("reaction.listed", .network, Self.listed, list)
        case .failed(let failure): try visitor.event("reaction.failed", .network, Self.failed, failure)
        }
    }
}

extension ReactionWish: WireRecord {
    public static var blank: ReactionWish { ReactionWish(chat: "", message: "", key: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("key", &text)
    }
}

extension MessageReaction: WireRecord {
    public static var blank: MessageReaction { MessageReaction(chat: "", message: "", reaction: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try reaction.visit(&visitor)
    }
}

extension MessageReactions: WireRecord {
    public static var blank: MessageReactions { MessageReactions(chat: "", message: "", reactions: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("reactions", &reactions)
    }
}
