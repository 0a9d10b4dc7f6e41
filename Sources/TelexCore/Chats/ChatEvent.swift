/// Events of the chat list and of the create-chat form.
public enum ChatEvent: Hashable, Sendable {
    /// Load the chats from the store, at startup or on retry.
    case loading
    /// These chats were loaded from the store.
    case loaded(LoadedChats)
    /// The store could not be read.
    case loadFailed(reason: String)
    /// The server lists these chats.
    case synced(chats: [ServerChat])
    /// Show this many rows of the list.
    case listing(rows: Int)
    /// Keep what was typed in a chat and not sent; empty text removes it.
    case drafting(Draft)
    /// Create a chat with this person. With a title, a group with these people, whose names are separated by commas.
    case creating(recipient: String, title: String? = nil)
    /// The server created the chat, or it already existed.
    case created(TitledChat)
    /// The server did not create the chat.
    case createFailed(CreationFailure)
    /// Ask to join a chat that accepts requests.
    case knocking(recipient: String)
    /// The server has our request to join.
    case knocked(TitledChat)
    /// The form was closed.
    case createCancelled
    /// Give the chat another title.
    case retitling(TitledChat)
    /// Say what the chat is about.
    case settingTopic(ChatTopic)
    /// Leave the chat.
    case leaving(chat: ChatID)
    /// The server did not change the chat, its title, its topic or its members.
    case changeFailed(ChatFailure)
    /// Keep the chat above the others.
    case pinning(PinWish)
    case unpinning(chat: ChatID)
    /// Let the messages of the chat not notify, for a time or for ever.
    case muting(MuteWish)
    case unmuting(chat: ChatID)
    /// A mute has ended.
    case muteEnded
    /// Move the chat to the end of the list, until a message comes.
    case archiving(chat: ChatID)
    case unarchiving(chat: ChatID)
    /// Note that the chat is to be read once more.
    case markingUnread(chat: ChatID)
    /// Tell others neither what we read in the chat nor that we type; without a chat, in all that have no setting of their
    /// own.
    case hidingReceipts(chat: ChatID?)
    /// Tell others again.
    case sendingReceipts(chat: ChatID?)
    /// The server keeps these settings of the chat.
    case configured(ConfiguredChat)
    /// The server refused the settings of the chat. They apply on this device, and Telex retries after it reconnects.
    case configureFailed(ChatFailure)

    /// Whether the store has been asked for all chats, and has answered.
    var endsLoading: Bool {
        switch self {
        case .loaded, .loadFailed: true
        default: false
        }
    }
}

/// Chats of the store.
public struct LoadedChats: Hashable, Sendable {
    public var chats: [Chat]
    /// Counts those that the store has besides.
    public var others: OtherChats
    /// Whom we ignore, or no longer do; only with the first chats.
    public var ignored: [IgnoredPerson]
    /// Whether others see what we read in chats without a setting of their own, and that we type; only with the first chats.
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

/// What was typed in a chat and not sent.
public struct Draft: Hashable, Sendable {
    public var chat: ChatID
    public var text: String

    public init(chat: ChatID, text: String) {
        self.chat = chat
        self.text = text
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

/// Why a chat was not created.
public struct CreationFailure: Hashable, Sendable {
    public var reason: String
    /// Possible matches for the name.
    public var recipients: [String]
    /// Whether the chat exists and accepts requests to join.
    public var canKnock: Bool

    public init(reason: String, recipients: [String] = [], canKnock: Bool = false) {
        self.reason = reason
        self.recipients = recipients
        self.canKnock = canKnock
    }
}
