import TelexCore
import TelexJSON

extension ChatListViewModel: WireViewModel {
    public static let meaning = "The list of chats, the one with the latest message first."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "chats", &chats)
        try visitor.visit(action: "loadMore", .sends("chat.listing"), &loadMore)
        try visitor.visit(action: "retry", .sends("chat.loading"), &retry)
        try visitor.visit(action: "newChat", .sends("screen.opening"), &newChat)
        try visitor.visit(action: "search", .sends("search.searching", blanks: [.query]), &search)
        try visitor.visit(action: "openContacts", .sends("screen.opening"), &openContacts)
        try visitor.visit(action: "openReminders", .sends("screen.opening"), &openReminders)
    }
}

extension ChatListViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit(optional: "lastMessage", &lastMessage)
        try visitor.visit("previewText", &previewText)
        try visitor.visit("dateText", &dateText)
        try visitor.visit("unreadCount", &unreadCount)
        try visitor.visit("mentionCount", &mentionCount)
        try visitor.visit("isEncrypted", &isEncrypted)
        try visitor.visit(optional: "successorId", &successor)
        try visitor.visit(optional: "invitationText", &invitationText)
        try visitor.visit(optional: "draftText", &draftText)
        try visitor.visit(action: "open", .sends("screen.opening"), &open)
        try visitor.visit(action: "accept", .sends("invitation.accepting"), &accept)
        try visitor.visit(action: "decline", .sends("invitation.declining"), &decline)
    }
}

extension ChatListViewModel.LastMessage: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit(optional: "senderName", &senderName)
        try visitor.visit("kind", &kind)
        try visitor.visit("excerpt", &excerpt)
        try visitor.visit("date", &date)
    }
}
