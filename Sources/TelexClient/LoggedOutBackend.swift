import TelexCore

/// Stands for the server of a profile that is logged out: what is on disk is shown, and what is sent waits.
package final class LoggedOutBackend: ChatBackend {
    private let reason: String

    /// - Parameters:
    ///   - owner: whose profile it is, and where.
    ///   - loginOptions: the options that the hint to log in again adds.
    package init(owner: String, loginOptions: String) { reason = LinkReason.notLoggedIn(owner, loginOptions) }

    package func perform(_ request: BackendRequest, _ answer: Answer) {
        switch request {
        case .sync: answer(.connection(.disconnected(reason: reason)))
        case .create: answer(.chat(.createChatFailed(reason: LinkReason.offline(reason))))
        case .post(let message): answer(.outbox(.waiting(chat: message.chat, message: message.id)))
        case .search(let query): answer(.search(.found(query: query, contacts: [])))
        case .edit(let chat, let message, _), .delete(let chat, let message):
            answer(.revision(.failed(chat: chat, message: message, reason: LinkReason.offline(reason))))
        case .older(let chat, _): answer(.history(.failed(chat: chat, reason: LinkReason.offline(reason))))
        case .join(let chat), .leave(let chat):
            answer(.invitation(.failed(chat: chat, reason: LinkReason.offline(reason))))
        case .markRead, .typing: break
        }
        answer.end()
    }

    package func open(_ channel: BackendChannel, _ answer: Answer) {}

    package func cancel(_ effect: Int) {}

    package func control(_ json: String) throws {
        throw BackendControlError.unsupported("A server takes no commands from here; only the embedded backend does.")
    }

    package let isBusy = false
}
