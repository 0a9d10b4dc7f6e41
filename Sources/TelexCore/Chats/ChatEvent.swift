import TelexJSON

/// Events of the chat list and of the create-chat form.
public enum ChatEvent: Hashable, Sendable {
    /// Load the list of chats again, after an error.
    case loading
    /// The store has these chats, and others that are not loaded yet.
    case loaded(LoadedChats)
    /// The store cannot be read.
    case loadFailed(reason: String)
    /// The server has these chats.
    case synced(chats: [ServerChat])
    /// Show this many chats.
    case listing(rows: Int)
    /// Keep what is typed in a chat and not sent. An empty text removes it.
    case drafting(Draft)
    /// Start a chat with somebody. With `title`, a group with the people in `recipient`, separated by commas.
    case creating(recipient: String, title: String? = nil)
    /// The server created the requested chat, or already had it.
    case created(TitledChat)
    /// The server could not create the chat.
    case createFailed(CreationFailure)
    /// Ask to join a chat that accepts requests.
    case knocking(recipient: String)
    /// The server has our request to join.
    case knocked(TitledChat)
    /// The form was closed.
    case createCancelled
    /// Give a chat another title, for all its members.
    case retitling(TitledChat)
    /// Set the topic of a chat for all its members. An empty topic removes it.
    case settingTopic(ChatTopic)
    /// Leave a chat.
    case leaving(chat: ChatID)
    /// The server did not change the title, the topic or the members of a chat.
    case changeFailed(ChatFailure)
    /// Pin a chat, or move a pinned chat to another place.
    case pinning(PinWish)
    /// Unpin a chat.
    case unpinning(chat: ChatID)
    /// Mute a chat until `dueText` or, if that is empty, indefinitely.
    case muting(MuteWish)
    /// Unmute a chat.
    case unmuting(chat: ChatID)
    /// The mute of a chat has ended.
    case muteEnded
    /// Archive a chat: move it to the end of the list until an unmuted message comes.
    case archiving(chat: ChatID)
    /// Move an archived chat back into the list.
    case unarchiving(chat: ChatID)
    /// Mark a chat as unread, until it is read.
    case markingUnread(chat: ChatID)
    /// Tell others neither what we read nor that we type. Without `chatId`, in all chats that have no setting of their
    /// own.
    case hidingReceipts(chat: ChatID?)
    /// Tell others what we read and that we type. Without `chatId`, in all chats that have no setting of their own.
    case sendingReceipts(chat: ChatID?)
    /// The server keeps these settings of a chat. Without `isComplete`, it knows neither `mutedUntil` nor `archiveKeeper`.
    case configured(ConfiguredChat)
    /// The server refused the settings of a chat. They apply on this device, and Telex retries after it reconnects.
    case configureFailed(ChatFailure)

    /// Whether the store has been asked for all chats, and has answered.
    var endsLoading: Bool {
        switch self {
        case .loaded, .loadFailed: true
        default: false
        }
    }
}

extension ChatEvent: WireCases {
    package static var samples: [ChatEvent] {
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

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ChatEvent {
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

/// Chats of the store.
public struct LoadedChats: Hashable, Sendable {
    /// Chats. In a list, the chat with the latest message comes first.
    public var chats: [Chat]
    /// The chats that are stored and not loaded yet.
    public var others: OtherChats
    /// Ignored people, and people no longer ignored.
    ///
    /// Only with the first chats.
    public var ignored: [IgnoredPerson]
    /// Whether others see what we read, and that we type.
    ///
    /// Here, in chats without a setting of their own; only with the first chats.
    public var sendsReceipts: Bool

    public init(
        chats: [Chat], others: OtherChats = OtherChats(), ignored: [IgnoredPerson] = [], sendsReceipts: Bool = true
    ) {
        self.chats = chats
        self.others = others
        self.ignored = ignored
        self.sendsReceipts = sendsReceipts
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

/// What was typed in a chat and not sent.
public struct Draft: Hashable, Sendable {
    public var chat: ChatID
    public var text: String

    public init(chat: ChatID, text: String) {
        self.chat = chat
        self.text = text
    }
}

extension Draft: WireRecord {
    public static var blank: Draft { Draft(chat: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("text", &text)
    }
}

/// A chat and its title.
public struct TitledChat: Hashable, Sendable {
    public var chat: ChatID
    public var title: String

    public init(chat: ChatID, title: String) {
        self.chat = chat
        self.title = title
    }
}

extension TitledChat: WireRecord {
    public static var blank: TitledChat { TitledChat(chat: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
    }
}

/// Why a chat was not created.
public struct CreationFailure: Hashable, Sendable {
    /// A sentence that says why something failed, was refused, or waits although there is a connection.
    public var reason: String
    /// The people found by a search, or matched by a name.
    public var recipients: [String]
    /// Whether the chat accepts requests to join.
    public var canKnock: Bool

    public init(reason: String, recipients: [String] = [], canKnock: Bool = false) {
        self.reason = reason
        self.recipients = recipients
        self.canKnock = canKnock
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
