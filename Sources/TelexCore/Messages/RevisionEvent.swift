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
