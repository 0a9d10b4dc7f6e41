import TelexCore
import TelexJSON

extension MessageEvent: WireCases {
    static var samples: [MessageEvent] {
        [
            .sending(.blank), .sent(.blank), .sendFailed(.blank), .delivered(.blank), .received(.blank),
            .reading(chat: ""), .showing(.blank), .read(.blank), .readByOther(.blank),
            .reporting(.blank), .reported(.blank), .reportFailed(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> MessageEvent {
        switch self {
        case .sending(let message):
            try visitor.event(
                "message.sending", .user, Self.sending, message,
                "Send a message. With your own `messageId`, repeating the line does not send it twice. With "
                    + "`replyToId`, it answers that message of the chat; `spans` format the text, and mention "
                    + "users. With `kind` `emote`, it is an action of ours, shown after our name. With `filePath`, it brings "
                    + "that file of this device, and the text, which may be empty, says something about it. With "
                    + "`draftText`, which was the draft of the chat, the draft goes with it; if the chat has none any more, the "
                    + "request is refused.")
        case .sent(let key):
            try visitor.event("message.sent", .network, Self.sent, key, "The server has our message.")
        case .sendFailed(let failure):
            try visitor.event(
                "message.sendFailed", .network, Self.sendFailed, failure, "The server has refused our message.")
        case .delivered(let key):
            try visitor.event(
                "message.delivered", .network, Self.delivered, key,
                "The other person's device has received our messages up to this one.")
        case .received(let message):
            try visitor.event(
                "message.received", .network, Self.received, message,
                "A message has arrived. With `isOwn`, it is ours, from another device.")
        case .reading(let chat):
            try visitor.event(
                "message.reading", .user, Self.reading(chat:), chat, in: "chatId",
                "Mark all messages of a chat as read.")
        case .showing(let range):
            try visitor.event(
                "message.showing", .user, Self.showing, range,
                "The user has seen these messages and all between them. Those up to the last of them are read, unless "
                    + "there are unread ones before the first.")
        case .reporting(let report):
            try visitor.event(
                "message.reporting", .user, Self.reporting, report,
                "Report a message of somebody else to the operators of the server.")
        case .reported(let key):
            try visitor.event(
                "message.reported", .network, Self.reported, key, "The server has our report of a message.")
        case .reportFailed(let failure):
            try visitor.event(
                "message.reportFailed", .network, Self.reportFailed, failure,
                "The server did not take our report of a message.")
        case .read(let key):
            try visitor.event(
                "message.read", .network, Self.read, key,
                "The server knows that we have read up to this message, here or on another device.")
        case .readByOther(let key):
            try visitor.event(
                "message.readByOther", .network, Self.readByOther, key,
                "The other person has read our messages up to this one.")
        }
    }
}

extension OutgoingMessage: WireRecord {
    public static var blank: OutgoingMessage { OutgoingMessage(chat: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("text", &text)
        try visitor.visit("kind", &kind, default: .text)
        try visitor.visit("messageId", &message)
        try visitor.visit("filePath", &path)
        try visitor.visit("replyToId", &replyTo)
        try visitor.visit("spans", &spans, default: [])
        try visitor.visit("program", &program)
        try visitor.visit("draftText", &draft)
    }
}

extension MessageReport: WireRecord {
    public static var blank: MessageReport { MessageReport(chat: "", message: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("reasonText", &reason, default: "")
    }
}

extension MessageKey: WireRecord {
    public static var blank: MessageKey { MessageKey(chat: "", message: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
    }
}

extension MessageRange: WireRecord {
    public static var blank: MessageRange { MessageRange(chat: "", first: "", last: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("firstId", &first)
        try visitor.visit("lastId", &last)
    }
}

extension MessageFailure: WireRecord {
    public static var blank: MessageFailure { MessageFailure(chat: "", message: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("reason", &reason)
        try visitor.visit("fileProblem", &fileProblem)
    }
}
