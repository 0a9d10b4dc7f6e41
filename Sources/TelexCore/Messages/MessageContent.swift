import TelexJSON

/// The content of a message.
public struct MessageContent: Hashable, Sendable {
    /// The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`.
    public var kind: MessageKind
    /// The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    /// placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    public var text: String
    /// The sender of a message; missing if the server does not say.
    ///
    /// `nil` also if the message was sent from here.
    public var sender: UserID?
    /// In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    /// another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    ///
    /// Stored only for senders without an id; other names come from the members of the chat.
    public var senderName: String?
    /// The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    /// the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    /// message, or another device.
    public var program: String?
    /// Whether a message was edited.
    public var isEdited: Bool
    /// How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`.
    public var attention: Attention
    /// What the sender of a `system` message changed in the chat.
    public var change: ChatChange?
    /// The message that a message answers. In a thread, the root if it answers no message in particular.
    public var replyTo: MessageID?
    /// Whether a message belongs to a thread.
    ///
    /// If it answers no message in particular, `replyTo` is the root of the thread.
    public var isThreaded: Bool
    /// Reactions to a message.
    ///
    /// Each once, in the order in which they came.
    public var reactions: [Reaction]
    /// The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap.
    public var spans: [TextSpan]
    /// The file of a message of the kind `file`.
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

/// Its members are written inline, among those of the record that contains it.
extension MessageContent: WireRecord {
    public static var blank: MessageContent { MessageContent() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("text", &text)
        try visitor.visit("senderName", &senderName)
        try visitor.visit("senderId", &sender)
        try visitor.visit("program", &program)
        try visitor.visit("kind", &kind, default: .text)
        try visitor.visit("isEdited", &isEdited, default: false)
        try visitor.visit("attention", &attention, default: .normal)
        try visitor.visit("change", &change)
        try visitor.visit("replyToId", &replyTo)
        try visitor.visit("isThreaded", &isThreaded, default: false)
        try visitor.visit("reactions", &reactions, default: [])
        try visitor.visit("spans", &spans, default: [])
        try visitor.visit("file", &file)
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

extension MessageKind: WireWord {}

/// How much attention a message asks for.
public enum Attention: String, Hashable, Sendable, CaseIterable {
    /// It neither counts as unread nor notifies.
    case silent
    case normal
    /// It mentions us, and counts as a mention too.
    case mention
}

extension Attention: WireWord {}
