import TelexCore
import TelexJSON

extension ChatEvent: WireCases {
    static var samples: [ChatEvent] {
        [
            .loading, .loaded(.blank), .loadFailed(reason: ""), .synced(chats: []), .listing(rows: 0),
            .drafting(.blank), .creating(recipient: ""), .created(.blank), .createFailed(.blank),
            .knocking(recipient: ""), .knocked(.blank),
            .retitling(.blank), .settingTopic(.blank), .leaving(chat: ""), .changeFailed(.blank),
            .pinning(.blank), .unpinning(chat: ""), .muting(.blank), .unmuting(chat: ""), .muteEnded,
            .archiving(chat: ""), .unarchiving(chat: ""), .markingUnread(chat: ""), .hidingReceipts(chat: nil),
            .sendingReceipts(chat: nil), .configured(.blank), .configureFailed(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ChatEvent {
        switch self {
        case .loading: try visitor.event("chat.loading", .look, self)
        case .loaded(let loaded): try visitor.event("chat.loaded", .inside, Self.loaded, loaded)
        case .loadFailed(let reason):
            try visitor.event("chat.loadFailed", .inside, Self.loadFailed(reason:), reason, in: "reason")
        case .synced(let chats): try visitor.event("chat.synced", .network, Self.synced(chats:), chats, in: "chats")
        /// The most rows that a list shows.
        case .listing(let rows): try visitor.event("chat.listing", .look, Self.listing(rows:), rows, in: "rowLimit")
        case .drafting(let draft): try visitor.event("chat.drafting", .user, Self.drafting, draft)
        case .creating(let recipient, let title):
            try visitor.event(
                "chat.creating", .user, { .creating(recipient: $0.recipient, title: $0.title) },
                NewChat(recipient: recipient, title: title))
        case .created(let chat): try visitor.event("chat.created", .network, Self.created, chat)
        case .createFailed(let failure): try visitor.event("chat.createFailed", .network, Self.createFailed, failure)
        case .knocking(let recipient):
            try visitor.event("chat.knocking", .user, Self.knocking(recipient:), recipient, in: "recipient")
        case .knocked(let chat): try visitor.event("chat.knocked", .network, Self.knocked, chat)
        case .retitling(let chat): try visitor.event("chat.retitling", .user, Self.retitling, chat)
        case .settingTopic(let chat): try visitor.event("chat.settingTopic", .user, Self.settingTopic, chat)
        case .leaving(let chat): try visitor.event("chat.leaving", .user, Self.leaving(chat:), chat, in: "chatId")
        case .changeFailed(let failure): try visitor.event("chat.changeFailed", .network, Self.changeFailed, failure)
        case .pinning(let wish): try visitor.event("chat.pinning", .user, Self.pinning, wish)
        case .unpinning(let chat): try visitor.event("chat.unpinning", .user, Self.unpinning(chat:), chat, in: "chatId")
        case .muting(let wish): try visitor.event("chat.muting", .user, Self.muting, wish)
        case .unmuting(let chat): try visitor.event("chat.unmuting", .user, Self.unmuting(chat:), chat, in: "chatId")
        case .muteEnded: try visitor.event("chat.muteEnded", .inside, self)
        case .archiving(let chat): try visitor.event("chat.archiving", .user, Self.archiving(chat:), chat, in: "chatId")
        case .unarchiving(let chat):
            try visitor.event("chat.unarchiving", .user, Self.unarchiving(chat:), chat, in: "chatId")
        case .markingUnread(let chat):
            try visitor.event("chat.markingUnread", .user, Self.markingUnread(chat:), chat, in: "chatId")
        case .hidingReceipts(let chat):
            try visitor.event(
                "chat.hidingReceipts", .user, { .hidingReceipts(chat: $0.chat) }, ReceiptsWish(chat: chat))
        case .sendingReceipts(let chat):
            try visitor.event(
                "chat.sendingReceipts", .user, { .sendingReceipts(chat: $0.chat) }, ReceiptsWish(chat: chat))
        case .configured(let configured): try visitor.event("chat.configured", .network, Self.configured, configured)
        case .configureFailed(let failure):
            try visitor.event("chat.configureFailed", .network, Self.configureFailed, failure)
        case .createCancelled: self
        }
    }
}

extension LoadedChats: WireRecord {
    public static var blank: LoadedChats { LoadedChats(chats: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chats", &chats)
        try visitor.visit("others", &others, default: OtherChats())
        try visitor.visit("ignored", &ignored, default: [])
        try visitor.visit("sendsReceipts", &sendsReceipts, default: true)
    }
}

extension Draft: WireRecord {
    public static var blank: Draft { Draft(chat: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("text", &text)
    }
}

extension TitledChat: WireRecord {
    public static var blank: TitledChat { TitledChat(chat: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
    }
}

extension ChatTopic: WireRecord {
    public static var blank: ChatTopic { ChatTopic(chat: "", topic: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("topic", &topic)
    }
}

extension CreationFailure: WireRecord {
    public static var blank: CreationFailure { CreationFailure(reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reason", &reason)
        try visitor.visit("recipients", &recipients, default: [])
        try visitor.visit("canKnock", &canKnock, default: false)
    }
}

extension PinWish: WireRecord {
    public static var blank: PinWish { PinWish(chat: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("beforeId", &before)
    }
}

extension MuteWish: WireRecord {
    public static var blank: MuteWish { MuteWish(chat: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("dueText", &due, default: "")
        try visitor.visit("keepsMentions", &keepsMentions, default: false)
    }
}

extension ConfiguredChat: WireRecord {
    public static var blank: ConfiguredChat {
        ConfiguredChat(chat: "", settings: ChatSettings(), isComplete: false)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try settings.visit(&visitor)
        try visitor.visit("isComplete", &isComplete, default: false)
        try visitor.visit("isAnswer", &isAnswer, default: false)
    }
}

/// The members of `chat.hidingReceipts` and `chat.sendingReceipts`.
private struct ReceiptsWish: WireRecord {
    var chat: ChatID?

    static var blank: ReceiptsWish { ReceiptsWish() }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
    }
}

/// The members of `chat.creating`.
private struct NewChat: WireRecord {
    var recipient: String
    var title: String?

    static var blank: NewChat { NewChat(recipient: "") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("recipient", &recipient)
        try visitor.visit("title", &title)
    }
}
