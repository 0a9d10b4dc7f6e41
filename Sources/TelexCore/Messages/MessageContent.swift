/// What a message says, and how.
public struct MessageContent: Hashable, Sendable {
    public var kind: MessageKind
    /// What it says; of one that cannot be shown, what it is.
    public var text: String
    /// Who wrote it; `nil` where the network does not tell, and for what was written here.
    public var sender: UserID?
    /// What the network calls the sender. It is kept only of one without an id: others are called as the members of the chat
    /// are.
    public var senderName: String?
    /// Whether it has said something else before.
    public var isEdited: Bool
    public var attention: Attention
    /// What the sender did to the chat; only of the kind `system`.
    public var change: ChatChange?

    public init(
        kind: MessageKind = .text, text: String = "", sender: UserID? = nil, senderName: String? = nil,
        isEdited: Bool = false, attention: Attention = .normal, change: ChatChange? = nil
    ) {
        self.kind = kind
        self.text = text
        self.senderName = senderName
        self.sender = sender
        self.isEdited = isEdited
        self.attention = attention
        self.change = change
    }

    /// A plain text.
    public static func text(_ text: String) -> MessageContent { MessageContent(text: text) }

    /// What somebody did to the chat, which nobody has to read; `nil` for what was taken back.
    public static func system(
        _ change: ChatChange?, by sender: UserID?, senderName: String? = nil
    ) -> MessageContent {
        MessageContent(kind: .system, sender: sender, senderName: senderName, attention: .silent, change: change)
    }

    /// What is left when the message is deleted. Of what was done to the chat only the texts go.
    var deleted: MessageContent {
        if kind == .system {
            return MessageContent(
                kind: kind, sender: sender, senderName: senderName, attention: attention, change: change?.withoutTexts)
        }
        return MessageContent(kind: .deleted, sender: sender, senderName: senderName, attention: attention)
    }

    /// As it is kept: the name of a sender with an id is among the members of the chat.
    public var kept: MessageContent {
        var kept = self
        if sender != nil { kept.senderName = nil }
        return kept
    }

    /// How much it counts for while we have not read it.
    var unread: UnreadCount {
        guard kind != .deleted, kind != .system, attention != .silent else { return UnreadCount() }
        return UnreadCount(messages: 1, mentions: attention == .mention ? 1 : 0)
    }
}

/// How a message is meant.
public enum MessageKind: String, Hashable, Sendable, CaseIterable {
    case text
    /// What its sender does, told of them: "waves".
    case emote
    /// What a program says; no program answers it.
    case notice
    /// Something that has no text, such as an image.
    case unshowable
    /// It is gone, and has no text.
    case deleted
    /// Nobody wrote it: it says what somebody did to the chat. It is never unread, and does not move the chat in the list.
    case system
}

/// How much a message asks of its reader.
public enum Attention: String, Hashable, Sendable, CaseIterable {
    /// It is there to be read, and neither counts as unread nor notifies.
    case silent
    case normal
    /// It is about us, and counts among the mentions, too.
    case mention
}
