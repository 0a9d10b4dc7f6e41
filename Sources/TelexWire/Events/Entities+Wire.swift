import Foundation
import TelexCore
import TelexJSON

extension Chat: WireRecord {
    public static var blank: Chat { Chat(id: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &id)
        try visitor.visit("title", &facts.title)
        try visitor.visit("lastOrder", &activity.lastOrder, default: 0)
        try visitor.visit("readUpTo", &activity.readUpTo)
        try visitor.visit("unreadCount", &activity.unread)
        try visitor.visit("mentionCount", &activity.mentions, default: 0)
        try visitor.visit("unloaded", &activity.unloaded, default: UnreadCount())
        try visitor.visit("gapPosition", &activity.gap, default: 0)
        try visitor.visit("members", &members, default: Members())
        try visitDetails(&visitor)
    }

    /// Visits the members that have no column of their own in a store and cannot be derived from other tables.
    mutating func visitDetails<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("lastMessage", &activity.last)
        try visitor.visit("totalCount", &activity.total)
        try visitor.visit("receivedId", &activity.received)
        try visitor.visit("receivedUpTo", &activity.receivedUpTo, default: 0)
        try visitor.visit("untoldReadId", &activity.unconfirmedRead)
        try visitor.visit("isEncrypted", &facts.isEncrypted, default: false)
        try visitor.visit("successorId", &facts.successor)
        try visitor.visit("invitation", &own.invitation)
        try visitor.visit("draftText", &own.draft, default: "")
        try visitor.visit("memberCount", &facts.memberCount)
        try visitor.visit("settings", &own.settings, default: ChatSettings())
        try visitor.visit("serverSettings", &own.serverSettings)
        try visitor.visit("heldOrder", &activity.heldOrder)
        try visitor.visit("rights", &facts.rights)
        try visitor.visit("topic", &facts.topic, default: "")
    }
}

extension ChatSettings: WireRecord {
    public static var blank: ChatSettings { ChatSettings() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("pinOrder", &pinOrder)
        try visitor.visit("muted", &muted)
        try visitor.visit("archiveKeeper", &archiveKeeper)
        try visitor.visit("isMarkedUnread", &isMarkedUnread, default: false)
        try visitor.visit("sendsReceipts", &sendsReceipts)
    }
}

extension ChatSettings.Mute: WireRecord {
    public static var blank: ChatSettings.Mute { ChatSettings.Mute() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("mutedUntil", &until)
        try visitor.visit("keepsMentions", &keepsMentions, default: false)
    }
}

extension ChatSettings.Keeper: WireWord {
    public static var schemaName: String { "ArchiveKeeper" }
}
extension ChatSection: WireWord {}

extension ChatRight: WireWord {}
extension ChatMember.Standing: WireWord {}
extension ChatMember.Role: WireWord {}
extension ChatMember.Right: WireWord {}

extension ChatMember: WireRecord {
    public static var blank: ChatMember { ChatMember(id: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("userId", &id)
        try visitor.visit("name", &name)
        try visitor.visit("standing", &standing)
        try visitor.visit("role", &role, default: .member)
        try visitor.visit("rights", &rights, default: [])
        try visitor.visit("isOwn", &isOwn, default: false)
        try visitor.visit("isMisleading", &isMisleading, default: false)
    }
}

/// Written as an array of `ChatMember`.
extension Members: WireValue {
    public static var schema: JSONValue { [ChatMember].schema }
    public static var kind: String { [ChatMember].kind }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Members {
        Members(stored: try [ChatMember].read(value))
    }
    public func write(to writer: inout JSONWriter) { all.compactMap(\.readable).write(to: &writer) }
}

extension ServerChat: WireRecord {
    public static var blank: ServerChat { ServerChat(id: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &id)
        try visitor.visit("title", &title)
        try visitor.visit("isEncrypted", &isEncrypted, default: false)
        try visitor.visit("successorId", &successor)
        try visitor.visit("memberCount", &memberCount)
        try visitor.visit("rights", &rights)
        try visitor.visit("topic", &topic)
    }
}

extension OtherChats: WireRecord {
    public static var blank: OtherChats { OtherChats() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("totalCount", &count)
        try visitor.visit("unread", &unread)
        try visitor.visit("mutedCount", &muted, default: 0)
    }
}

extension UnreadCount: WireRecord {
    public static var blank: UnreadCount { UnreadCount() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("unreadCount", &messages)
        try visitor.visit("mentionCount", &mentions)
    }
}

/// The stored form. It leaves out the state of our answer, which lasts only for this run.
extension Invitation: WireRecord {
    public static var blank: Invitation { Invitation(inviter: "", position: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("inviterName", &inviter)
        try visitor.visit("inviterId", &inviterID)
        try visitor.visit("isRequest", &isRequest, default: false)
        try visitor.visit("position", &position)
    }
}

extension Chat.LastMessage: WireRecord {
    public static var blank: Chat.LastMessage {
        Chat.LastMessage(message: "", position: 0, isOwn: false, content: .blank, date: .distantPast)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &message)
        try visitor.visit("position", &position)
        try visitor.visit("isOwn", &isOwn)
        try content.visit(&visitor)
        try visitor.visit("date", &date)
    }
}

extension MessageKind: WireWord {}
extension Attention: WireWord {}

/// Its members are written inline, among those of the record that contains it.
extension MessageContent: WireRecord {
    public static var blank: MessageContent { MessageContent() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("text", &text)
        try visitor.visit("senderName", &senderName)
        try visitor.visit("senderId", &sender)
        try visitor.visit("program", &program)
        try visitor.visit("kind", &kind, default: .text)
        try visitor.visit("isEdited", &isEdited, default: false)
        try visitor.visit("attention", &attention, default: .normal)
        try visitor.visit("change", &change)
        try visitor.visit("replyToId", &replyTo)
        try visitor.visit("isThreaded", &isThreaded, default: false)
        try visitor.visit("reactions", &reactions, default: [])
        try visitor.visit("spans", &spans, default: [])
        try visitor.visit("file", &file)
    }
}

extension TextSpan.Style: WireWord {
    public static var schemaName: String { "SpanStyle" }
}

extension TextSpan: WireRecord {
    public static var blank: TextSpan { TextSpan(.bold, start: 0, length: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("start", &start)
        try visitor.visit("length", &length)
        try visitor.visit("style", &style)
        try visitor.visit("url", &url)
        try visitor.visit("userId", &user)
        try visitor.visit("language", &language)
        try visitor.visit("reason", &reason)
    }
}

extension Reaction: WireRecord {
    public static var blank: Reaction { Reaction(key: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("key", &key)
        try visitor.visit("senderId", &sender)
        try visitor.visit("isOwn", &isOwn, default: false)
    }
}

extension AnsweredMessage: WireRecord {
    public static var blank: AnsweredMessage {
        AnsweredMessage(chat: "", message: "", isOwn: false, content: .blank)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try content.visit(&visitor)
    }
}

extension ChatChange: WireRecord {
    public static var blank: ChatChange { .joined }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        var parts = parts
        try visitor.visit("changeKind", &parts.kind)
        try visitor.visit("userId", &parts.user)
        try visitor.visit("oldValue", &parts.old)
        try visitor.visit("newValue", &parts.new)
        try visitor.visit("reason", &parts.reason)
        self = ChatChange(parts)
    }
}

extension ChatChange.Kind: WireWord {
    public static var schemaName: String { "ChangeKind" }
}

extension Message: WireRecord {
    public static var blank: Message {
        Message(id: "", chat: "", position: 0, isOwn: false, content: .blank, date: .distantPast, delivery: .received)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageId", &id)
        try visitor.visit("chatId", &chat)
        try visitor.visit("position", &position)
        try visitor.visit("isOwn", &isOwn)
        try content.visit(&visitor)
        try visitor.visit("serverOrder", &serverOrder)
        try visitor.visit("date", &date)
        var (kind, reason, due) = (delivery.kind, delivery.reason, delivery.due)
        /// The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`.
        try visitor.visit("delivery", &kind)
        try visitor.visit("reason", &reason)
        try visitor.visit("dueDate", &due)
        delivery = Message.Delivery(kind, reason: reason, due: due)
        try visitor.visit("pendingText", &pendingText)
        try visitor.visit("pendingSpans", &pendingSpans, default: [])
    }
}

/// The delivery state of a stored message. The reason for a failure, and when a message is to be deleted, are separate
/// members.
extension Message.Delivery.Kind: WireWord {
    public static var schemaName: String { "Delivery" }
}

extension InboxMessage: WireRecord {
    public static var blank: InboxMessage { InboxMessage(cursor: .start, message: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("cursor", &cursor)
        try message.visit(&visitor)
    }
}

extension IncomingMessage: WireRecord {
    public static var blank: IncomingMessage { IncomingMessage(chat: "", content: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
        try visitor.visit("title", &title)
        try content.visit(&visitor)
        try visitor.visit("serverOrder", &serverOrder)
        try visitor.visit("date", &date)
        try visitor.visit("isOwn", &isOwn, default: false)
    }
}

extension HistoryPage: WireRecord {
    public static var blank: HistoryPage {
        HistoryPage(chat: "", messages: [], total: 0, hasOlder: false)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("messages", &messages)
        try visitor.visit("totalCount", &total)
        try visitor.visit("hasOlder", &hasOlder)
        try visitor.visit("hasNewer", &hasNewer, default: false)
        try visitor.visit("deliveredUpTo", &deliveredUpTo)
        try visitor.visit("otherReadUpTo", &otherReadUpTo)
        try visitor.visit("historyGap", &gap)
        try visitor.visit("answeredMessages", &answered, default: [])
    }
}

extension HistoryGap: WireRecord {
    public static var blank: HistoryGap { HistoryGap(position: 0, token: "", isHole: false) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("position", &position)
        try visitor.visit("token", &token)
        try visitor.visit("isHole", &isHole)
    }
}

extension Outcome.Kind: WireWord {}
extension FileProblem: WireWord {}

extension Outcome: WireRecord {
    public static var blank: Outcome { Outcome() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("outcome", &kind)
        try visitor.visit("reason", &reason)
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
        try visitor.visit("contactId", &contact)
        try visitor.visit("reminderId", &reminder)
        try visitor.visit("filePath", &path)
        try visitor.visit("fileProblem", &fileProblem)
    }
}
