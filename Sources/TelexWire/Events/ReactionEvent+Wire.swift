import TelexCore

extension ReactionEvent: WireCases {
    static var samples: [ReactionEvent] {
        [.adding(.blank), .removing(.blank), .added(.blank), .removed(.blank), .listed(.blank), .failed(.blank)]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ReactionEvent {
        switch self {
        case .adding(let wish):
            .adding(
                try visitor.event(
                    "reaction.adding", .user,
                    "React to a message with an emoji, or with another text of up to 64 bytes.", wish))
        case .removing(let wish):
            .removing(try visitor.event("reaction.removing", .user, "Take our reaction back.", wish))
        case .added(let reaction):
            .added(
                try visitor.event(
                    "reaction.added", .network,
                    "Somebody reacted to a message, which may not have arrived yet. With `isOwn`, it was "
                        + "us, on any device.", reaction))
        case .removed(let reaction):
            .removed(
                try visitor.event(
                    "reaction.removed", .network,
                    "Somebody took a reaction back. With `isOwn`, it was us, on any device.", reaction))
        case .listed(let list):
            .listed(try visitor.event("reaction.listed", .network, "These are all reactions to a message.", list))
        case .failed(let failure):
            .failed(
                try visitor.event(
                    "reaction.failed", .network, "The server has not added or removed our reaction.", failure))
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
