import Foundation

@testable import TelexCore

extension Date {
    /// The start of a flow's clock and the date of its messages: Monday, 5 January 2026, 09:00 UTC.
    static let start = Date(timeIntervalSince1970: 1_767_603_600)
    /// The start of the next day.
    static let midnight = start + 15 * 3600
}

extension Message {
    static func stored(
        _ id: MessageID, in chat: ChatID = "ada", at position: Int64, isOwn: Bool = false, senderName: String? = nil,
        kind: MessageKind = .text, text: String = "hello", attention: Attention = .normal, date: Date = .start,
        delivery: Delivery = .received
    ) -> Message {
        Message(
            id: id, chat: chat, position: position, isOwn: isOwn,
            content: .by(isOwn ? nil : chat, senderName, kind, text, attention), date: date, delivery: delivery)
    }

    /// A message of ours.
    static func own(
        _ id: MessageID, in chat: ChatID = "ada", at position: Int64, text: String = "hi", date: Date = .start,
        _ delivery: Delivery = .sending
    ) -> Message {
        stored(
            id, in: chat,
            at: delivery == .sent || delivery.due != nil || MessagePosition.isWaiting(position)
                ? position : MessagePosition.waiting(position),
            isOwn: true, text: text,
            date: date, delivery: delivery)
    }
}

extension MessageContent {
    /// Content from a sender with a name and no id, or with the id of the chat.
    fileprivate static func by(
        _ chat: ChatID?, _ senderName: String?, _ kind: MessageKind, _ text: String, _ attention: Attention
    ) -> MessageContent {
        MessageContent(
            kind: kind, text: text, sender: senderName == nil ? chat.map { UserID($0.text) } : nil,
            senderName: senderName, attention: attention)
    }
}

extension IncomingMessage {
    static func new(
        _ id: MessageID?, in chat: ChatID = "ada", title: String? = nil, senderName: String? = nil,
        kind: MessageKind = .text, text: String = "hello", attention: Attention = .normal, date: Date? = nil,
        isOwn: Bool = false
    ) -> IncomingMessage {
        IncomingMessage(
            chat: chat, message: id, title: title,
            content: .by(isOwn ? nil : chat, senderName, kind, text, attention), date: date, isOwn: isOwn)
    }
}

extension [MessageID: KnownMessage] {
    /// A stored message, and how many received messages follow it.
    static func known(
        _ id: MessageID, at position: Int64, unreadAfter: Int = 0, isOwn: Bool = false,
        _ content: MessageContent = MessageContent(text: "hello", sender: "ada")
    ) -> Self {
        [id: KnownMessage(position: position, unreadAfter: unreadAfter, isOwn: isOwn, content: content)]
    }
}

extension Chat {
    /// A chat without messages.
    static let ada = Chat(id: "ada", title: "ada")

    /// A chat as it is saved.
    ///
    /// - Parameter received: the last received message; by default `last`, unless it is ours.
    static func ending(
        with last: Message, received: Message? = nil, title: String? = nil, total: Int = 1, unread: Int = 0,
        readUpTo: Int64 = 0, _ change: (inout Chat) -> Void = { _ in }
    ) -> Chat {
        let received = received ?? (last.isOwn ? nil : last)
        var chat = Chat(
            id: last.chat, title: title ?? last.chat.text, last: LastMessage(last),
            lastOrder: max(MessagePosition.order(of: last.position), received?.position ?? 0), total: total,
            readUpTo: readUpTo, unread: unread, received: received?.id, receivedUpTo: received?.position ?? 0)
        change(&chat)
        return chat
    }
}

extension Region {
    /// Foundation's zone, to format dates by other means than those that are tested.
    var timeZone: TimeZone { TimeZone(identifier: zone.name)! }
}
