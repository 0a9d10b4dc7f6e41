/// Edits and deletions of messages.
public enum RevisionEvent: Hashable, Sendable {
    /// Edit our message.
    case editing(chat: ChatID, message: MessageID, text: String)
    /// Delete our message.
    case deleting(chat: ChatID, message: MessageID)
    /// A message, ours or another's, was edited. A `kind` of `nil` keeps the kind. `isEdited` is false if the message
    /// has its original text again.
    case edited(chat: ChatID, message: MessageID, text: String, kind: MessageKind? = nil, isEdited: Bool = true)
    /// A message, ours or another's, was deleted.
    case deleted(chat: ChatID, message: MessageID)
    /// The server did not edit or delete our message.
    case failed(chat: ChatID, message: MessageID, reason: String)
}

extension RevisionEvent: SubjectEvent {
    var requirements: StampRequirements {
        switch self {
        case .editing(let chat, let message, _), .deleting(let chat, let message),
            .edited(let chat, let message, _, _, _),
            .deleted(let chat, let message), .failed(let chat, let message, _):
            StampRequirements(chat: chat, messages: [message], mustBeStored: true)
        }
    }

    func filled(_ values: [Blank: String]) -> RevisionEvent {
        switch self {
        case .editing(let chat, let message, let text):
            .editing(chat: chat, message: message, text: values[.text] ?? text)
        case .deleting, .edited, .deleted, .failed: self
        }
    }
}
