extension BackendRequest {
    /// The error text when a request needs a connection and there is none.
    package static func offline(_ reason: String) -> String {
        "Not connected (\(reason)). Try again later."
    }

    /// The error text of a server that takes no reports of messages.
    package static let noReports =
        "This server takes no reports. You can ignore the sender, and an admin can remove them from a group."

    /// The event that reports that there is no connection; `nil` if nobody needs to know.
    package func disconnected(_ reason: String) -> Event? {
        switch self {
        case .post(let message): .outbox(.queued(QueuedMessage(chat: message.chat, message: message.id)))
        case .delete(let chat, let message): .revision(.postponed(MessageKey(chat: chat, message: message)))
        // They apply on this device, and are retried after the next connection.
        case .configure, .ignore: nil
        case .sync, .create, .knock, .edit, .react, .older, .join, .leave, .change, .report, .fetch, .markRead, .typing,
            .search:
            failed(Self.offline(reason), .unavailable)
        // What is here was searched, and the status of the connection says the rest.
        case .searchMessages(let query): query.token == nil ? nil : failed(Self.offline(reason))
        }
    }

    /// The event that reports the request's failure; `nil` if nobody needs to know.
    ///
    /// - Parameter problem: what was wrong, if it is a file that was asked for.
    package func failed(_ reason: String, _ problem: FileProblem? = nil) -> Event? {
        switch self {
        case .create, .knock: .chat(.createFailed(CreationFailure(reason: reason)))
        case .edit(let chat, let message, _, _), .delete(let chat, let message):
            .revision(.failed(MessageFailure(chat: chat, message: message, reason: reason)))
        case .react(let chat, let message, _, _):
            .reaction(.failed(MessageFailure(chat: chat, message: message, reason: reason)))
        case .report(let chat, let message, _):
            .message(.reportFailed(MessageFailure(chat: chat, message: message, reason: reason)))
        case .fetch(let fetch): fetch.failed(reason, problem)
        case .older(let chat, _): .history(.loadFailed(ChatFailure(chat: chat, reason: reason)))
        case .join(let chat), .leave(let chat): .invitation(.failed(ChatFailure(chat: chat, reason: reason)))
        case .change(let chat, _): .chat(.changeFailed(ChatFailure(chat: chat, reason: reason)))
        case .configure(let chat, _, _): .chat(.configureFailed(ChatFailure(chat: chat, reason: reason)))
        case .ignore: .member(.ignoreFailed(reason: reason))
        case .search(let query): .search(.found(FoundPeople(query: query)))
        case .searchMessages(let query):
            .messageSearch(.serverFailed(SearchFailure(text: query.text, reason: reason)))
        case .sync, .post, .typing, .markRead: nil
        }
    }
}
