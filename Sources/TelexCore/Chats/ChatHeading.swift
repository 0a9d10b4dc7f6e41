/// What a chat's screen shows about the chat itself, apart from its messages.
struct ChatHeading: Hashable {
    /// The other party's display name.
    let title: String
    /// What the chat is about, on one line; `nil` if it has no topic.
    let topic: String?
    let isEncrypted: Bool
    let members: Members
    let ignored: IgnoredPeople
    /// How many members the server counts, including us; `nil` if it does not say.
    let memberCount: Int?
    /// Whether we have read any message of the chat.
    let isFamiliar: Bool
    /// Why nothing can be sent; `nil` if sending is possible.
    let barrier: String?
    /// Whether the server takes reports of messages.
    let takesReports: Bool
    /// Opens the chat that replaces this one; `nil` if there is none.
    let openSuccessor: Action?
    /// Whether any messages are unread, here or only on the server, or the chat is marked as unread.
    let hasUnread: Bool
    let settings: ChatSettings
    /// What we have typed and not sent; empty if there is nothing.
    let draft: String

    /// The error text for a chat that does not exist.
    static func missing(_ chat: ChatID) -> String { "There is no chat \"\(chat)\" here." }

    init(_ chat: Chat, ignored: IgnoredPeople = IgnoredPeople(), openSuccessor: Action?) {
        self.ignored = ignored
        title = chat.title
        let visible = MemberName.visible(chat.topic, to: ChatTopic.longest)
        topic = visible.isEmpty ? nil : visible
        isEncrypted = chat.isEncrypted
        members = chat.members
        memberCount = chat.memberCount
        isFamiliar = chat.readUpTo > 0
        barrier =
            switch chat.invitation?.isRequest {
            case true?: "You asked to join this chat. You can send messages as soon as a member lets you in."
            case false?: "You are invited to this chat. Accept or decline the invitation first."
            case nil where openSuccessor != nil: "This chat has been replaced. Continue in the new one."
            case nil: chat.members.hasLeft ? "You are no longer in this chat." : nil
            }
        takesReports = chat.rights?.contains(.report) == true
        self.openSuccessor = chat.invitation == nil ? openSuccessor : nil
        hasUnread = chat.activity.news != nil || chat.settings.isMarkedUnread
        settings = chat.settings
        draft = chat.draft
    }

    /// Whether this is the chat with a person alone.
    ///
    /// - Parameter recipient: the name by which the server knows the person. It may end with the id in brackets.
    func isDirect(with recipient: String) -> Bool {
        if members.count == 0 { return title == recipient }
        // A group has a title of its own, which may be anybody's name.
        guard let other = members.onlyOther, title == (other.name ?? other.id.text) else { return false }
        return [title, other.id.text].contains(recipient) || recipient.hasSuffix("(\(other.id))")
    }
}

/// The messages of a chat that are unread.
struct News: Hashable {
    /// The position after which they are.
    let after: Int64
    let count: Int

    /// Whether no message before this one is among them.
    func begin(with message: KnownMessage) -> Bool {
        message.position <= after || message.unreadFromHere >= count
    }
}
