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
        case .sending(let message): try visitor.event("message.sending", .user, Self.sending, message)
        case .sent(let key): try visitor.event("message.sent", .network, Self.sent, key)
        case .sendFailed(let failure): try visitor.event("message.sendFailed", .network, Self.sendFailed, failure)
        case .delivered(let key): try visitor.event("message.delivered", .network, Self.delivered, key)
        case .received(let message): try visitor.event("message.received", .network, Self.received, message)
        case .reading(let chat): try visitor.event("message.reading", .user, Self.reading(chat:), chat, in: "chatId")
        case .showing(let range): try visitor.event("message.showing", .user, Self.showing, range)
        case .reporting(let report): try visitor.event("message.reporting", .user, Self.reporting, report)
        case .reported(let key): try visitor.event("message.reported", .network, Self.reported, key)
        case .reportFailed(let failure): try visitor.event("message.reportFailed", .network, Self.reportFailed, failure)
        case .read(let key): try visitor.event("message.read", .network, Self.read, key)
        case .readByOther(let key): try visitor.event("message.readByOther", .network, Self.readByOther, key)
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
