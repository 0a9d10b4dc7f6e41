/// The content of a message.
public struct MessageContent: Hashable, Sendable {
    public var kind: MessageKind
    /// The text; for a message that cannot be shown, a description of it.
    public var text: String
    /// The sender; `nil` if the network does not say, or if the message was sent from here.
    public var sender: UserID?
    /// The network's name for the sender. Stored only for senders without an id; other names come from the members of
    /// the chat.
    public var senderName: String?
    /// The program that sent our message; `nil` if a person did, or if it was not sent from this device.
    public var program: String?
    /// Whether it was edited.
    public var isEdited: Bool
    public var attention: Attention
    /// What the sender did to the chat; set only for the kind `system`.
    public var change: ChatChange?
    /// The message that it answers.
    public var replyTo: MessageID?
    /// Whether it belongs to a thread. If it answers no message in particular, `replyTo` is the root of the thread.
    public var isThreaded: Bool
    /// The reactions to it, each once, in the order in which they came.
    public var reactions: [Reaction]
    /// The formatted parts of the text, and those that mention somebody.
    public var spans: [TextSpan]
    /// The file that it brings; set only for the kind `file`.
    public var file: MessageFile?

    public init(
        kind: MessageKind = .text, text: String = "", sender: UserID? = nil, senderName: String? = nil,
        program: String? = nil, isEdited: Bool = false, attention: Attention = .normal, change: ChatChange? = nil,
        replyTo: MessageID? = nil,
        isThreaded: Bool = false, reactions: [Reaction] = [], spans: [TextSpan] = [], file: MessageFile? = nil
    ) {
        self.kind = kind
        self.text = text
        self.senderName = senderName
        self.sender = sender
        self.program = program
        self.isEdited = isEdited
        self.attention = attention
        self.change = change
        self.replyTo = replyTo
        self.isThreaded = isThreaded
        self.reactions = reactions
        self.spans = spans
        self.file = file
    }

    /// Plain text.
    public static func text(_ text: String) -> MessageContent { MessageContent(text: text) }

    /// What stands for content that cannot be read.
    package static let unreadable = MessageContent(kind: .unshowable, text: "An unreadable message")

    /// A change to the chat, which never counts as unread; `nil` if it was deleted.
    public static func system(
        _ change: ChatChange?, by sender: UserID?, senderName: String? = nil
    ) -> MessageContent {
        MessageContent(kind: .system, sender: sender, senderName: senderName, attention: .silent, change: change)
    }

    /// The content after deletion. A change to the chat loses only its texts.
    var deleted: MessageContent {
        if kind == .system {
            return MessageContent(
                kind: kind, sender: sender, senderName: senderName, attention: attention, change: change?.withoutTexts)
        }
        return MessageContent(
            kind: .deleted, sender: sender, senderName: senderName, program: program, attention: attention)
    }

    /// Edits it. A file stays the file that it is, of which the text is the caption, and nothing else becomes a file.
    ///
    /// - Parameter kind: `nil` keeps the kind.
    package mutating func edit(to text: String, _ spans: [TextSpan], _ kind: MessageKind?, isEdited: Bool) {
        let isFile = self.kind == .file
        if kind == (isFile ? .unshowable : .file) { return }
        self.text = text
        self.spans = spans.valid(in: text)
        // Nor does it become deleted or a system message.
        if let kind, !isFile, kind != .deleted, kind != .system { self.kind = kind }
        self.isEdited = isEdited
    }

    /// The content as stored: without the name of a sender who has an id, because the members have it.
    public var kept: MessageContent {
        var kept = self
        if sender != nil { kept.senderName = nil }
        return kept
    }

    /// The content as a list of chats shows it: without what only the chat itself shows.
    var summary: MessageContent {
        var summary = kept
        summary.replyTo = nil
        summary.isThreaded = false
        summary.reactions = []
        if !spans.isEmpty || file != nil { summary.text = visibleText }
        summary.spans = []
        summary.file = nil
        return summary
    }

    /// Whether people can answer it and react to it: somebody wrote it, and it was not deleted.
    var isAnswerable: Bool { kind != .deleted && kind != .system }

    /// What it adds to the unread count until we read it.
    var unread: UnreadCount {
        guard kind != .deleted, kind != .system, attention != .silent else { return UnreadCount() }
        return UnreadCount(messages: 1, mentions: attention == .mention ? 1 : 0)
    }
}

/// The kind of a message.
public enum MessageKind: String, Hashable, Sendable, CaseIterable {
    case text
    /// An action of the sender, shown after their name: "waves".
    case emote
    /// A message from a program; programs do not answer it.
    case notice
    /// A file. The text is what the sender wrote about it, and may be empty.
    case file
    /// Content that Telex cannot show, such as a poll.
    case unshowable
    /// A deleted message, without text.
    case deleted
    /// A change to the chat. It is never unread, and does not move the chat in the list.
    case system

    /// Whether people write it.
    var isWritten: Bool { self == .text || self == .emote }

    /// Whether its sender can edit the text.
    var isEditable: Bool { isWritten || self == .file }
}

/// How much attention a message asks for.
public enum Attention: String, Hashable, Sendable, CaseIterable {
    /// It neither counts as unread nor notifies.
    case silent
    case normal
    /// It mentions us, and counts as a mention too.
    case mention
}
