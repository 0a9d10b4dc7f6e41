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

/// Chats of the store.
public struct LoadedChats: Hashable, Sendable {
    /// Chats. In a list, the chat with the latest message comes first.
    public var chats: [Chat]
    /// The chats that are stored and not loaded yet.
    public var others: OtherChats
    /// People whom we ignore, or no longer do.
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
