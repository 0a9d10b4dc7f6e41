import Foundation
import GRDB
import TelexCore

/// A row that is only partly readable stays where it is, and says so.
extension StoredRow {
    /// The chat in an export, without its details if they are unreadable.
    mutating func chat(orNamed name: @autoclosure () -> ChatID) -> StoredChat {
        let id: ChatID = require(self.id("id"), or: name())
        let known = require(json("details") as ChatDetails?, or: .blank).chat
        let chat = Chat(
            id: id, title: require(text("title"), or: id.text), readUpTo: require(number("readUpTo"), or: 0),
            unloaded: UnreadCount(
                messages: require(count("unloaded"), or: 0), mentions: require(count("unloadedMentions"), or: 0)),
            unconfirmedRead: known.unconfirmedRead, isEncrypted: known.isEncrypted, successor: known.successor,
            members: json("members") ?? Members(), invitation: known.invitation, draft: known.draft,
            memberCount: known.memberCount, settings: known.settings, serverSettings: known.serverSettings,
            heldOrder: known.heldOrder, rights: known.rights, topic: known.topic)
        return StoredChat(
            chat, deliveredUpTo: require(number("deliveredUpTo"), or: 0),
            otherReadUpTo: require(number("otherReadUpTo"), or: 0))
    }

    mutating func gap(in chat: ChatID) -> StoredGap? {
        guard let position = number("position"), let token = text("token") else { return invalid() }
        return StoredGap(chat: chat, position: position, token: token)
    }

    /// The message; `nil` if its position is unreadable.
    mutating func message(in chat: ChatID) -> Message? {
        guard let position = number("position") else { return invalid() }
        return message(in: chat, at: position)
    }

    /// - Parameter position: the position of the message, or of its row in what is being read.
    mutating func message(in chat: ChatID, at position: Int64) -> Message {
        let id: MessageID = require(self.id("id"), or: "unreadable-\(position)")
        let (isOwn, reason, due) = (require(flag("isOwn"), or: false), text("reason"), date("due"))
        let kind = count("delivery").flatMap(MessageRecord.deliveries.word)
        var message = Message(
            id: id, chat: chat, position: position, isOwn: isOwn, content: content(),
            serverOrder: number("serverOrder"), date: require(date("date"), or: .distantPast),
            delivery: Message.Delivery(require(kind, or: .received), reason: reason, due: due))
        if kind != .received, kind != .sent, let stored = json("content") as PendingContent? {
            message.pendingText = stored.pendingText
            message.pendingSpans = stored.pendingSpans.valid(in: stored.pendingText ?? "")
        }
        return message
    }

    /// The content of a message, or what stands for it.
    mutating func content() -> MessageContent {
        let kind = require(count("kind").flatMap(MessageRecord.kinds.word), or: .text)
        let read = json("content") as MessageContent?
        var content = require(read, or: .unreadable)
        content.sender = id("sender")
        content.attention = require(count("attention").flatMap(MessageRecord.attentions.word), or: .normal)
        content.spans = content.spans.valid(in: content.text)
        if read != nil || kind == .system { content.kind = kind }
        return content
    }

    mutating func contact() -> Contact? {
        guard let id = id("id") as ContactID? else { return invalid() }
        return Contact(
            id: id, first: require(text("first"), or: "An unreadable contact"), last: require(text("last"), or: ""),
            chat: self.id("chat"), details: require(text("details"), or: ""))
    }

    mutating func ignored() -> IgnoredPerson? {
        guard let id = id("id") as UserID? else { return invalid() }
        return IgnoredPerson(
            user: id, isIgnored: require(flag("isIgnored"), or: true), isTold: require(flag("isTold"), or: false))
    }

    mutating func reminder() -> Reminder? {
        guard let id = id("id") as ReminderID? else { return invalid() }
        return Reminder(
            id: id, name: require(text("name"), or: "An unreadable reminder"),
            due: require(date("due"), or: .distantPast), isDone: require(flag("isDone"), or: false),
            isNotified: require(flag("isTold"), or: false), chat: self.id("chat"), recurrence: text("recurrence"))
    }
}
