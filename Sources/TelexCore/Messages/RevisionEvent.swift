import Foundation

/// Edits and deletions of messages.
public enum RevisionEvent: Hashable, Sendable {
    /// Edit our message.
    case editing(MessageEdit)
    /// Delete our message.
    case deleting(MessageDeletion)
    /// Do not delete our message after all.
    case keeping(MessageKey)
    /// Deletions are due.
    case cameDue
    /// Delete now what waits for its time, because the program ends.
    case flushing
    /// A message, ours or another's, was edited.
    case edited(EditedMessage)
    /// A message, ours or another's, was deleted.
    case deleted(MessageKey)
    /// The server did not edit or delete our message.
    case failed(MessageFailure)
    /// There is no connection: delete our message later.
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
    /// Until so many seconds have passed and there is a connection, it can be undone.
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
