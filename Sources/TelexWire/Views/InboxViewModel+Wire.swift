import TelexCore
import TelexJSON

extension InboxViewModel: WireViewModel {
    public static let meaning =
        "New messages of all chats. Each line has up to 50 messages, none of them repeated."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(nullable: "cursor", &cursor)
        try visitor.visit(optional: "errorText", &errorText)
        try visitor.visit("messages", &messages)
    }
}

extension InboxViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("cursor", &cursor)
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit("senderName", &senderName)
        try visitor.visit(optional: "program", &program)
        try visitor.visit("kind", &kind)
        try visitor.visit("text", &text)
        try visitor.visit(optional: "spans", &spans)
        try visitor.visit(optional: "file", &file)
        try visitor.visit(optional: "replyToId", &replyTo)
        try visitor.visit(optional: "change", &change)
        try visitor.visit("attention", &attention)
        try visitor.visit("isMuted", &isMuted)
        try visitor.visit("date", &date)
        try visitor.visit("dateText", &dateText)
        try visitor.visit(action: "answer", .sends("message.sending", blanks: [.text]), &answer)
        try visitor.visit(action: "markRead", .sends("message.reading"), &markRead)
        try visitor.visit(action: "open", .sends("screen.opening"), &open)
    }
}
