import Foundation
import TelexCore

extension Chat: WireRecord {
    public static let form = Form<Chat>(
        Member<ChatID>("chat"), Member<String>("contact"), Member<LastMessage?>("last"), Member<Int>("total"),
        Member<Int64>("readUpTo"), Member<Int>("unread"), Member<MessageID?>("received"),
        Member<Int64?>("receivedUpTo"),
        Member<MessageID?>("untold"), Member<Int?>("mentions"), Member<UnreadCount?>("unloaded"),
        Member<Int64?>("gap"), Member<Bool?>("isEncrypted"), Member<Invitation?>("invitation")
    ) {
        Chat(
            id: $0, contact: $1, last: $2, total: $3, readUpTo: $4, unread: $5, mentions: $9 ?? 0,
            unloaded: $10 ?? UnreadCount(), gap: $11 ?? 0, received: $6, receivedUpTo: $7 ?? 0, untold: $8,
            isEncrypted: $12 ?? false, invitation: $13)
    } take: {
        (
            $0.id, $0.contact, $0.last, $0.total, $0.readUpTo, $0.unread, $0.received, $0.receivedUpTo, $0.untold,
            $0.mentions.unlessZero, $0.unloaded == UnreadCount() ? nil : $0.unloaded, $0.gap == 0 ? nil : $0.gap,
            $0.isEncrypted ? true : nil, $0.invitation
        )
    }
}

extension UnreadCount: WireRecord {
    public static let form = Form<UnreadCount>(Member<Int>("messages"), Member<Int>("mentions")) {
        UnreadCount(messages: $0, mentions: $1)
    } take: {
        ($0.messages, $0.mentions)
    }
}

/// As the store keeps it: what has become of our answer is for this run only.
extension Invitation: WireRecord {
    public static let form = Form<Invitation>(Member<String>("inviter"), Member<Int64>("position")) {
        Invitation(inviter: $0, position: $1)
    } take: {
        ($0.inviter, $0.position)
    }
}

extension Int {
    /// `nil` for none, so that it need not be said.
    var unlessZero: Int? { self == 0 ? nil : self }
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

extension Attention: WireWord {
    /// `nil` for what most ask, so that it need not be said.
    var unlessNormal: Attention? { self == .normal ? nil : self }
}

extension Message: WireRecord {
    public static let form = Form<Message>(
        Member<MessageID>("message"), Member<ChatID>("chat"), Member<Int64>("position"), Member<Bool>("isOwn"),
        Member<String>("text"), Member<Date>("date"), Member<DeliveryWord>("delivery"), Member<String?>("reason"),
        Member<String?>("author"), Member<MessageKind?>("kind"), Member<Bool?>("isEdited"),
        Member<Attention?>("attention")
    ) {
        Message(
            id: $0, chat: $1, position: $2, isOwn: $3, author: $8, kind: $9 ?? .text, text: $4, isEdited: $10 ?? false,
            attention: $11 ?? .normal, date: $5, delivery: $6.delivery(reason: $7 ?? ""))
    } take: {
        let (word, reason) = DeliveryWord.of($0.delivery)
        return (
            $0.id, $0.chat, $0.position, $0.isOwn, $0.text, $0.date, word, reason, $0.author, $0.kind.unlessText,
            $0.isEdited ? true : nil, $0.attention.unlessNormal
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
        Member<Date?>("date"), Member<Bool?>("isOwn"), Member<String?>("author"), Member<MessageKind?>("kind"),
        Member<Bool?>("isEdited"), Member<Attention?>("attention")
    ) {
        IncomingMessage(
            chat: $0, message: $1, contact: $2, author: $6, kind: $7 ?? .text, text: $3, isEdited: $8 ?? false,
            attention: $9 ?? .normal, date: $4, isOwn: $5 ?? false)
    } take: {
        (
            $0.chat, $0.message, $0.contact, $0.text, $0.date, $0.isOwn ? true : nil, $0.author, $0.kind.unlessText,
            $0.isEdited ? true : nil, $0.attention.unlessNormal
        )
    }
}

extension HistoryPage: WireRecord {
    public static let form = Form<HistoryPage>(
        Member<ChatID>("chat"), Member<String>("contact"), Member<[Message]>("messages"), Member<Int>("total"),
        Member<Bool>("hasOlder"), Member<Int64>("deliveredUpTo"), Member<Int64>("otherReadUpTo"), Member<Int>("unread"),
        Member<HistoryGap?>("gap")
    ) {
        HistoryPage(
            chat: $0, contact: $1, messages: $2, total: $3, hasOlder: $4, deliveredUpTo: $5, otherReadUpTo: $6,
            unread: $7, gap: $8)
    } take: {
        (
            $0.chat, $0.contact, $0.messages, $0.total, $0.hasOlder, $0.deliveredUpTo, $0.otherReadUpTo, $0.unread,
            $0.gap
        )
    }
}

extension HistoryGap: WireRecord {
    public static let form = Form<HistoryGap>(
        Member<Int64>("position"), Member<String>("token"), Member<Bool>("isHole")
    ) {
        HistoryGap(position: $0, token: $1, isHole: $2)
    } take: {
        ($0.position, $0.token, $0.isHole)
    }
}
