/// What a message says, and how.
public struct MessageContent: Hashable, Sendable {
    public var kind: MessageKind
    /// What it says; of one that cannot be shown, what it is.
    public var text: String
    /// The name of who wrote it, where more than two are in the chat; `nil` for whom the chat is with, and for us.
    public var senderName: String?
    /// The id of who wrote it; `nil` where the network has none, and for what was written here.
    public var sender: String?
    /// Whether it has said something else before.
    public var isEdited: Bool
    public var attention: Attention

    public init(
        kind: MessageKind = .text, text: String = "", senderName: String? = nil, sender: String? = nil,
        isEdited: Bool = false, attention: Attention = .normal
    ) {
        self.kind = kind
        self.text = text
        self.senderName = senderName
        self.sender = sender
        self.isEdited = isEdited
        self.attention = attention
    }

    /// A plain text.
    public static func text(_ text: String) -> MessageContent { MessageContent(text: text) }

    /// What is left when the message is deleted.
    var deleted: MessageContent {
        MessageContent(kind: .deleted, senderName: senderName, sender: sender, attention: attention)
    }

    /// How much it counts for while we have not read it.
    var unread: UnreadCount {
        guard kind != .deleted, attention != .silent else { return UnreadCount() }
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
}

/// How much a message asks of its reader.
public enum Attention: String, Hashable, Sendable, CaseIterable {
    /// It is there to be read, and neither counts as unread nor notifies.
    case silent
    case normal
    /// It is about us, and counts among the mentions, too.
    case mention
}
