import Foundation

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
