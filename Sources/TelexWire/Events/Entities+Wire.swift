import Foundation
import TelexCore

extension Chat: WireRecord {
    public static let form = Form<Chat>(
        Member<ChatID>("chat"), Member<String>("contact"), Member<LastMessage?>("last"), Member<Int>("total"),
        Member<Int64>("readUpTo"), Member<Int>("unread"), Member<MessageID?>("received"),
        Member<Int64?>("receivedUpTo"),
        Member<MessageID?>("untold")
    ) {
        Chat(
            id: $0, contact: $1, last: $2, total: $3, readUpTo: $4, unread: $5, received: $6,
            receivedUpTo: $7 ?? 0, untold: $8)
    } take: {
        ($0.id, $0.contact, $0.last, $0.total, $0.readUpTo, $0.unread, $0.received, $0.receivedUpTo, $0.untold)
    }
}

extension Chat.LastMessage: WireRecord {
    public static let form = Form<Chat.LastMessage>(
        Member<MessageID>("message"), Member<Int64>("position"), Member<Bool>("isOwn"), Member<String>("text"),
        Member<Date>("date"), Member<String?>("author"), Member<MessageKind?>("kind")
    ) {
        Chat.LastMessage(
            message: $0, position: $1, isOwn: $2, author: $5, kind: $6 ?? .text, text: $3, date: $4)
    } take: {
        ($0.message, $0.position, $0.isOwn, $0.text, $0.date, $0.author, $0.kind.unlessText)
    }
}

extension MessageKind: WireWord {
    /// `nil` for what most are, so that it need not be said.
    var unlessText: MessageKind? { self == .text ? nil : self }
}

extension Message: WireRecord {
    public static let form = Form<Message>(
        Member<MessageID>("message"), Member<ChatID>("chat"), Member<Int64>("position"), Member<Bool>("isOwn"),
        Member<String>("text"), Member<Date>("date"), Member<DeliveryWord>("delivery"), Member<String?>("reason"),
        Member<String?>("author"), Member<MessageKind?>("kind"), Member<Bool?>("isEdited")
    ) {
        Message(
            id: $0, chat: $1, position: $2, isOwn: $3, author: $8, kind: $9 ?? .text, text: $4, isEdited: $10 ?? false,
            date: $5, delivery: $6.delivery(reason: $7 ?? ""))
    } take: {
        let (word, reason) = DeliveryWord.of($0.delivery)
        return (
            $0.id, $0.chat, $0.position, $0.isOwn, $0.text, $0.date, word, reason, $0.author, $0.kind.unlessText,
            $0.isEdited ? true : nil
        )
    }
}

/// How far a message has got, in a word.
enum DeliveryWord: String, WireWord {
    case received, sending, waiting, sent, failed

    func delivery(reason: String) -> Message.Delivery {
        switch self {
        case .received: .received
        case .sending: .sending
        case .waiting: .waiting
        case .sent: .sent
        case .failed: .failed(reason: reason)
        }
    }

    static func of(_ delivery: Message.Delivery) -> (DeliveryWord, reason: String?) {
        switch delivery {
        case .received: (.received, nil)
        case .sending: (.sending, nil)
        case .waiting: (.waiting, nil)
        case .sent: (.sent, nil)
        case .failed(let reason): (.failed, reason)
        }
    }
}

extension IncomingMessage: WireRecord {
    public static let form = Form<IncomingMessage>(
        Member<ChatID>("chat"), Member<MessageID?>("message"), Member<String?>("contact"), Member<String>("text"),
        Member<Date?>("date"), Member<Bool?>("isOwn"), Member<String?>("author"), Member<MessageKind?>("kind")
    ) {
        IncomingMessage(
            chat: $0, message: $1, contact: $2, author: $6, kind: $7 ?? .text, text: $3, date: $4, isOwn: $5 ?? false)
    } take: {
        (
            $0.chat, $0.message, $0.contact, $0.text, $0.date, $0.isOwn ? true : nil, $0.author, $0.kind.unlessText
        )
    }
}

extension HistoryPage: WireRecord {
    public static let form = Form<HistoryPage>(
        Member<ChatID>("chat"), Member<String>("contact"), Member<[Message]>("messages"), Member<Int>("total"),
        Member<Bool>("hasOlder"), Member<Int64>("deliveredUpTo"), Member<Int64>("otherReadUpTo"), Member<Int>("unread")
    ) {
        HistoryPage(
            chat: $0, contact: $1, messages: $2, total: $3, hasOlder: $4, deliveredUpTo: $5, otherReadUpTo: $6,
            unread: $7)
    } take: {
        ($0.chat, $0.contact, $0.messages, $0.total, $0.hasOlder, $0.deliveredUpTo, $0.otherReadUpTo, $0.unread)
    }
}
