import Foundation
import TelexJSON

/// Edits and deletions of messages.
public enum RevisionEvent: Hashable, Sendable {
    /// Edit one of our messages. The text of one with a file is its caption; an empty one removes it.
    case editing(MessageEdit)
    /// Delete a message of ours. With `delaySeconds`, `revision.keeping` can undo it for that long.
    case deleting(MessageDeletion)
    /// Undo the deletion of a message that the server has not been asked to delete.
    case keeping(MessageKey)
    /// Deletions are due.
    case cameDue
    /// Make all deletions now, without waiting any longer.
    case flushing
    /// A message was edited. Without `kind`, it keeps its kind.
    case edited(EditedMessage)
    /// A message is deleted.
    case deleted(MessageKey)
    /// The server refused to edit or delete our message.
    case failed(MessageFailure)
    /// Without a connection, our message will be deleted later.
    case postponed(MessageKey)
}

extension RevisionEvent: WireCases {
    package static var samples: [RevisionEvent] {
        [
            .editing(.blank), .deleting(.blank), .keeping(.blank), .cameDue, .flushing, .edited(.blank),
            .deleted(.blank), .failed(.blank), .postponed(.blank),
        ]
    }

    package func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> RevisionEvent {
        switch self {
        case .editing(let edit): try visitor.event("revision.editing", .user, Self.editing, edit)
        case .deleting(let deletion): try visitor.event("revision.deleting", .user, Self.deleting, deletion)
        case .keeping(let key): try visitor.event("revision.keeping", .user, Self.keeping, key)
        case .cameDue: try visitor.event("revision.cameDue", .inside, self)
        case .flushing: try visitor.event("revision.flushing", .inside, self)
        case .edited(let edited): try visitor.event("revision.edited", .network, Self.edited, edited)
        case .deleted(let key): try visitor.event("revision.deleted", .network, Self.deleted, key)
        case .failed(let failure): try visitor.event("revision.failed", .network, Self.failed, failure)
        case .postponed(let key): try visitor.event("revision.postponed", .network, Self.postponed, key)
        }
    }
}

extension RevisionEvent {
    var requirements: StampRequirements {
        switch self {
        case .editing(let edit): .stored(edit.key)
        case .deleting(let deletion): .stored(deletion.key)
        case .edited(let edited): .stored(edited.key)
        case .deleted(let key): .stored(key)
        case .failed(let failure): .stored(failure.key)
        case .keeping, .postponed, .cameDue, .flushing: .none
        }
    }
}

/// A new text for our message; for a message with a file, a new caption, which may be empty.
public struct MessageEdit: Hashable, Sendable {
    public var key: MessageKey
    public var text: String
    public var spans: [TextSpan]

    public init(chat: ChatID, message: MessageID, text: String, spans: [TextSpan] = []) {
        key = MessageKey(chat: chat, message: message)
        self.text = text
        self.spans = spans
    }
}

extension MessageEdit: WireRecord {
    public static var blank: MessageEdit { MessageEdit(chat: "", message: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("text", &text)
        try visitor.visit("spans", &spans, default: [])
    }
}

/// The wish to delete our message.
public struct MessageDeletion: Hashable, Sendable {
    public var key: MessageKey
    /// How long a deletion can be undone, in seconds, up to a day. The default is 0.
    ///
    /// Without a connection, it can be undone for longer.
    public var delay: Int

    public init(chat: ChatID, message: MessageID, delay: Int = 0) {
        key = MessageKey(chat: chat, message: message)
        self.delay = delay
    }
}

extension MessageDeletion: WireRecord {
    public static var blank: MessageDeletion { MessageDeletion(chat: "", message: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("delaySeconds", &delay, default: 0)
    }
}

/// A message's new text.
public struct EditedMessage: Hashable, Sendable {
    public var key: MessageKey
    public var text: String
    public var spans: [TextSpan]
    /// `nil` keeps the kind.
    public var kind: MessageKind?
    /// False if the message has its original text again.
    public var isEdited: Bool

    public init(
        chat: ChatID, message: MessageID, text: String, spans: [TextSpan] = [], kind: MessageKind? = nil,
        isEdited: Bool = true
    ) {
        key = MessageKey(chat: chat, message: message)
        self.text = text
        self.spans = spans
        self.kind = kind
        self.isEdited = isEdited
    }
}

extension EditedMessage: WireRecord {
    public static var blank: EditedMessage { EditedMessage(chat: "", message: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("text", &text)
        try visitor.visit("spans", &spans, default: [])
        try visitor.visit("kind", &kind)
        try visitor.visit("isEdited", &isEdited, default: true)
    }
}
