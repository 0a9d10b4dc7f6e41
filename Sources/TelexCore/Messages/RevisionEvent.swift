import Foundation

/// Edits and deletions of messages.
public enum RevisionEvent: Hashable, Sendable {
    /// Edit our message.
    case editing(chat: ChatID, message: MessageID, text: String, spans: [TextSpan] = [])
    /// Delete our message. Until `delay` seconds have passed and there is a connection, `keeping` undoes it.
    case deleting(chat: ChatID, message: MessageID, delay: Int = 0)
    /// Do not delete our message after all.
    case keeping(chat: ChatID, message: MessageID)
    /// Deletions are due.
    case cameDue
    /// Delete now what waits for its time, because the program ends.
    case flushing
    /// A message, ours or another's, was edited. A `kind` of `nil` keeps the kind. `isEdited` is false if the message
    /// has its original text again.
    case edited(
        chat: ChatID, message: MessageID, text: String, spans: [TextSpan] = [], kind: MessageKind? = nil,
        isEdited: Bool = true)
    /// A message, ours or another's, was deleted.
    case deleted(chat: ChatID, message: MessageID)
    /// The server did not edit or delete our message.
    case failed(chat: ChatID, message: MessageID, reason: String)
    /// There is no connection: delete our message later.
    case postponed(chat: ChatID, message: MessageID)
}

extension RevisionEvent {
    var requirements: StampRequirements {
        switch self {
        case .editing(let chat, let message, _, _), .deleting(let chat, let message, _),
            .edited(let chat, let message, _, _, _, _), .deleted(let chat, let message),
            .failed(let chat, let message, _):
            StampRequirements(chat: chat, messages: [message], mustBeStored: true)
        case .keeping, .postponed, .cameDue, .flushing: .none
        }
    }

    func filled(_ values: [Blank: String]) -> RevisionEvent {
        switch self {
        case .editing(let chat, let message, let text, let spans):
            .editing(chat: chat, message: message, text: values[.text] ?? text, spans: spans)
        case .deleting, .keeping, .cameDue, .flushing, .edited, .deleted, .failed, .postponed: self
        }
    }
}
