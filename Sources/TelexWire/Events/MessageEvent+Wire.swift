import TelexCore

extension MessageEvent: WireCases {
    static var samples: [MessageEvent] {
        [
            .sending(.blank), .sent(.blank), .sendFailed(.blank), .delivered(.blank), .received(.blank),
            .reading(chat: ""), .read(.blank), .readByOther(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> MessageEvent {
        switch self {
        case .sending(let message):
            .sending(
                try visitor.event(
                    "message.sending", .user,
                    "Send a message. With your own `messageId`, repeating the line does not send it "
                        + "twice. With `replyToId`, it answers that message of the chat; `spans` format the "
                        + "text, and mention users.", message))
        case .sent(let key):
            .sent(try visitor.event("message.sent", .network, "The server has our message.", key))
        case .sendFailed(let failure):
            .sendFailed(
                try visitor.event("message.sendFailed", .network, "The server has refused our message.", failure))
        case .delivered(let key):
            .delivered(
                try visitor.event(
                    "message.delivered", .network,
                    "The other person's device has received our messages up to this one.", key))
        case .received(let message):
            .received(
                try visitor.event(
                    "message.received", .network,
                    "A message has arrived. With `isOwn`, it is ours, from another device.", message))
        case .reading(let chat):
            .reading(
                chat: try visitor.event(
                    "message.reading", .user, "Mark all messages of a chat as read.", "chatId", chat))
        case .read(let key):
            .read(
                try visitor.event(
                    "message.read", .network,
                    "The server knows that we have read up to this message, here or on another device.", key))
        case .readByOther(let key):
            .readByOther(
                try visitor.event(
                    "message.readByOther", .network, "The other person has read our messages up to this one.", key))
        }
    }
}

extension OutgoingMessage: WireRecord {
    public static var blank: OutgoingMessage { OutgoingMessage(chat: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("text", &text)
        try visitor.visit("messageId", &message)
        try visitor.visit("replyToId", &replyTo)
        try visitor.visit("spans", &spans, default: [])
    }
}

extension MessageKey: WireRecord {
    public static var blank: MessageKey { MessageKey(chat: "", message: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
    }
}

extension MessageFailure: WireRecord {
    public static var blank: MessageFailure { MessageFailure(chat: "", message: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("reason", &reason)
    }
}
