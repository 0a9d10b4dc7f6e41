import TelexCore
import TelexJSON

extension MessagesViewModel: WireViewModel {
    public static let meaning = "The messages of the open chat."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit(optional: "topic", &topic)
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit("inputRevision", &inputRevision)
        try visitor.visit(nullable: "typingText", &typingText)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "messages", &messages)
        try visitor.visit("isEncrypted", &isEncrypted)
        try visitor.visit(optional: "membersText", &membersText)
        try visitor.visit(optional: "firstNewId", &firstNew)
        try visitor.visit(optional: "newCount", &newCount)
        try visitor.visit(optional: "draftText", &draftText)
        try visitor.visit(optional: "noticeText", &noticeText)
        try visitor.visit(optional: "noticeRevision", &noticeRevision)
        try visitor.visit(optional: "gapText", &gapText)
        try visitor.visit(optional: "errorRevision", &status.errorRevision)
        try visitor.visit(action: "send", .sends("message.sending", blanks: [.text]), &send)
        try visitor.visit(action: "reply", .sends("message.sending", blanks: [.text, .replyTo]), &reply)
        try visitor.visit(action: "sendFile", .sends("message.sending", blanks: [.text, .path]), &sendFile)
        try visitor.visit(action: "react", .sends("reaction.adding", blanks: [.messageID, .key]), &react)
        try visitor.visit(action: "report", .sends("message.reporting", blanks: [.messageID, .reason]), &report)
        try visitor.visit(action: "draft", .sends("chat.drafting", blanks: [.text]), &draft)
        try visitor.visit(action: "typing", .sends("presence.typing"), &typing)
        try visitor.visit(action: "markRead", .sends("message.reading"), &markRead)
        try visitor.visit(action: "seen", .sends("message.showing", blanks: [.firstID, .lastID]), &seen)
        try visitor.visit(action: "older", .sends("history.loading"), &older)
        try visitor.visit(action: "newer", .sends("history.loading"), &newer)
        try visitor.visit(action: "latest", .sends("history.loading"), &latest)
        try visitor.visit(action: "first", .sends("history.loading"), &first)
        try visitor.visit(action: "firstUnread", .sends("history.loading"), &firstUnread)
        try visitor.visit(action: "openMembers", .sends("screen.opening"), &openMembers)
        try visitor.visit(
            action: "openSuccessor", .sends("chat.creating", "invitation.accepting", "screen.opening"), &openSuccessor)
        try visitor.visit(action: "addReminder", .sends("screen.opening"), &addReminder)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

extension MessagesViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit("senderName", &senderName)
        try visitor.visit(optional: "program", &program)
        try visitor.visit("kind", &kind)
        try visitor.visit("text", &text)
        try visitor.visit(optional: "spans", &spans)
        try visitor.visit(optional: "file", &file)
        try visitor.visit(optional: "change", &change)
        try visitor.visit("isEdited", &isEdited)
        try visitor.visit("isMention", &isMention)
        try visitor.visit("isIgnored", &isIgnored)
        try visitor.visit("date", &date)
        try visitor.visit("dayText", &dayText)
        try visitor.visit("statusText", &statusText)
        try visitor.visit("state", &state)
        try visitor.visit(optional: "replyTo", &replyTo)
        try visitor.visit(optional: "reactions", &reactions)
        try visitor.visit(optional: "reason", &reason)
        try visitor.visit(optional: "retryDate", &retryDate)
        try visitor.visit(action: "retry", .sends("outbox.retrying"), &retry)
        try visitor.visit(action: "edit", .sends("revision.editing", blanks: [.text]), &edit)
        try visitor.visit(action: "delete", .sends("revision.deleting"), &delete)
        try visitor.visit(action: "keep", .sends("revision.keeping"), &keep)
    }
}

extension MessagesViewModel.State: WireWord {}

extension MessagesViewModel.File: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("fileName", &name)
        try visitor.visit("mediaType", &mediaType)
        try visitor.visit(optional: "byteCount", &byteCount)
        try visitor.visit(optional: "width", &width)
        try visitor.visit(optional: "height", &height)
        try visitor.visit(optional: "durationMs", &durationMs)
        try visitor.visit("fileText", &fileText)
        try visitor.visit("fileState", &state)
        try visitor.visit(optional: "filePath", &path)
        try visitor.visit(optional: "thumbnailPath", &thumbnailPath)
        try visitor.visit(action: "fetch", .sends("file.fetching"), &fetch)
        try visitor.visit(action: "fetchThumbnail", .sends("file.fetchingThumbnail"), &fetchThumbnail)
        try visitor.visit(action: "save", .sends("file.saving", blanks: [.path]), &save)
    }
}

extension FileState: WireWord {}

extension MessagesViewModel.ReplyPlace: WireWord {}

extension MessagesViewModel.Reply: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("place", &place)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit(optional: "senderName", &senderName)
        try visitor.visit("excerpt", &excerpt)
        try visitor.visit("isThreaded", &isThreaded)
        try visitor.visit(action: "open", .sends("history.seeking", "screen.opening"), &open)
    }
}

extension MessagesViewModel.Reactions: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("key", &key)
        try visitor.visit("reactionCount", &count)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit("people", &people)
        try visitor.visit(action: "toggle", .sends("reaction.adding", "reaction.removing"), &toggle)
    }
}

extension MessagesViewModel.Reactions.Person: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(optional: "userId", &user)
        try visitor.visit("name", &name)
    }
}

extension HistoryDirection: WireWord {}
