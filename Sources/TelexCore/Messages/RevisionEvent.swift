/// How messages that are there already change.
public enum RevisionEvent: Hashable, Sendable {
    /// We wish a message of ours to say something else.
    case editing(chat: ChatID, message: MessageID, text: String)
    /// We wish a message of ours to be gone.
    case deleting(chat: ChatID, message: MessageID)
    /// A message, ours or another's, says something else now. A `kind` of `nil` leaves the kind as it is. `isEdited` is
    /// false when the message has its first text again.
    case edited(chat: ChatID, message: MessageID, text: String, kind: MessageKind? = nil, isEdited: Bool = true)
    /// A message, ours or another's, is gone.
    case deleted(chat: ChatID, message: MessageID)
    /// The server has not changed our message.
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
