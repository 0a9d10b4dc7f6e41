import TelexJSON

/// A message to send.
public struct OutgoingMessage: Hashable, Sendable {
    public var chat: ChatID
    public var text: String
    /// `text` or `emote`. Others are refused. With a file, it is `text`.
    public var kind: MessageKind
    /// A repeated id means the same message, which is not sent twice; `nil` for a new one.
    public var message: MessageID?
    /// The path of the file to send, in the file system of this device; the text then says something about it, and may be
    /// empty. `nil` for a message without a file.
    public var path: String?
    /// What its sender has opened at that path; `nil` if it is opened when it is needed.
    package var loan: FileLoan?
    /// The message of the chat that it answers.
    public var replyTo: MessageID?
    public var spans: [TextSpan]
    /// The program that sends it, for us to see; `nil` if a person writes it.
    public var program: String?
    /// The draft of the chat that this was. It goes with the message. If the chat has no draft any more, because another window
    /// has sent or discarded it, the request is refused.
    public var draft: String?

    public init(
        chat: ChatID, text: String, kind: MessageKind = .text, message: MessageID? = nil, path: String? = nil,
        replyTo: MessageID? = nil, spans: [TextSpan] = [], program: String? = nil, draft: String? = nil
    ) {
        self.chat = chat
        self.text = text
        self.kind = kind
        self.message = message
        self.path = path
        self.replyTo = replyTo
        self.spans = spans
        self.program = program
        self.draft = draft
    }

    /// Why it cannot be sent.
    public func failure(_ reason: String, _ problem: FileProblem? = nil) -> MessageFailure {
        MessageFailure(chat: chat, message: message ?? "", reason: reason, fileProblem: problem)
    }
}

extension OutgoingMessage: WireRecord {
    public static var blank: OutgoingMessage { OutgoingMessage(chat: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("text", &text)
        try visitor.visit("kind", &kind, default: .text)
        try visitor.visit("messageId", &message)
        try visitor.visit("filePath", &path)
        try visitor.visit("replyToId", &replyTo)
        try visitor.visit("spans", &spans, default: [])
        try visitor.visit("program", &program)
        try visitor.visit("draftText", &draft)
    }
}
