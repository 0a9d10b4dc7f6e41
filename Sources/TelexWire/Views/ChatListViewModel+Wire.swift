import TelexCore
import TelexJSON

extension ChatListViewModel: WireViewModel {
    public static let meaning =
        "The list of chats: invitations, then pinned chats, then the others, then archived ones."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "chats", &chats)
        try visitor.visit("sendsReceipts", &sendsReceipts)
        try visitor.visit(action: "loadMore", .sends("chat.listing"), &loadMore)
        try visitor.visit(action: "retry", .sends("chat.loading"), &retry)
        try visitor.visit(action: "newChat", .sends("screen.opening"), &newChat)
        try visitor.visit(action: "search", .sends("search.searching", blanks: [.query]), &search)
        try visitor.visit(
            action: "searchMessages", .sends("messageSearch.searching", blanks: [.query]), &searchMessages)
        try visitor.visit(action: "pin", .sends("chat.pinning", blanks: [.chatID]), &pin)
        try visitor.visit(action: "unpin", .sends("chat.unpinning", blanks: [.chatID]), &unpin)
        try visitor.visit(action: "mute", .sends("chat.muting", blanks: [.chatID, .dueText]), &mute)
        try visitor.visit(action: "unmute", .sends("chat.unmuting", blanks: [.chatID]), &unmute)
        try visitor.visit(action: "archive", .sends("chat.archiving", blanks: [.chatID]), &archive)
        try visitor.visit(action: "unarchive", .sends("chat.unarchiving", blanks: [.chatID]), &unarchive)
        try visitor.visit(action: "markUnread", .sends("chat.markingUnread", blanks: [.chatID]), &markUnread)
        try visitor.visit(action: "hideReceipts", .sends("chat.hidingReceipts", blanks: [.chatID]), &hideReceipts)
        try visitor.visit(action: "sendReceipts", .sends("chat.sendingReceipts", blanks: [.chatID]), &sendReceipts)
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
        try visitor.visit("section", &section)
        try visitor.visit("unreadCount", &unreadCount)
        try visitor.visit("mentionCount", &mentionCount)
        try visitor.visit("isMarkedUnread", &isMarkedUnread)
        try visitor.visit(optional: "muted", &muted)
        try visitor.visit(optional: "muteText", &muteText)
        try visitor.visit("sendsReceipts", &sendsReceipts)
        try visitor.visit("isEncrypted", &isEncrypted)
        try visitor.visit(optional: "successorId", &successor)
        try visitor.visit(optional: "invitationText", &invitationText)
        try visitor.visit(optional: "draftText", &draftText)
        try visitor.visit(action: "open", .sends("screen.opening"), &open)
        try visitor.visit(action: "accept", .sends("invitation.accepting"), &accept)
        try visitor.visit(action: "decline", .sends("invitation.declining"), &decline)
        try visitor.visit(action: "ignore", .sends("member.ignoring"), &ignore)
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
