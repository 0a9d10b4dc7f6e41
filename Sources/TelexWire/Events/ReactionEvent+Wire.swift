import TelexCore
import TelexJSON

extension ReactionEvent: WireCases {
    static var samples: [ReactionEvent] {
        [.adding(.blank), .removing(.blank), .added(.blank), .removed(.blank), .listed(.blank), .failed(.blank)]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ReactionEvent {
        switch self {
        case .adding(let wish):
            try visitor.event(
                "reaction.adding", .user, Self.adding, wish,
                "React to a message with an emoji, or with another text of up to 64 bytes.")
        case .removing(let wish):
            try visitor.event("reaction.removing", .user, Self.removing, wish, "Take our reaction back.")
        case .added(let reaction):
            try visitor.event(
                "reaction.added", .network, Self.added, reaction,
                "Somebody reacted to a message, which may not have arrived yet. With `isOwn`, it was us, on "
                    + "any device.")
        case .removed(let reaction):
            try visitor.event(
                "reaction.removed", .network, Self.removed, reaction,
                "Somebody took a reaction back. With `isOwn`, it was us, on any device.")
        case .listed(let list):
            try visitor.event("reaction.listed", .network, Self.listed, list, "These are all reactions to a message.")
        case .failed(let failure):
            try visitor.event(
                "reaction.failed", .network, Self.failed, failure, "The server has not added or removed our reaction.")
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
