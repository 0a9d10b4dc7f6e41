import TelexCore

/// The backend of a profile that is logged out: stored chats can be read, and new messages are queued.
package final class LoggedOutBackend: ChatBackend {
    private let reason: String
    private let kind: OfflineReason

    /// - Parameters:
    ///   - owner: the user of the profile, and the server.
    ///   - loginOptions: the options that the hint to log in again adds.
    package init(owner: String, loginOptions: String) {
        (reason, kind) = (LinkReason.notLoggedIn(owner, loginOptions), .loggedOut)
    }

    /// Makes the backend of a profile that cannot be written: what the server has could not be stored.
    package init(readOnly path: String) {
        (reason, kind) = ("The profile in \(path) cannot be written, so nothing is fetched or sent.", .unreachable)
    }

    package func perform(_ request: BackendRequest, _ answer: Answer) {
        switch request {
        case .sync: answer(.connection(.disconnected(Disconnection(reason, kind))))
        default: if let event = request.disconnected(reason) { answer(event) }
        }
        answer.end()
    }

    package func open(_ channel: BackendChannel, _ answer: Answer) {}

    package func cancel(_ effect: Int) {}

    package func control(_ json: String) throws { throw BackendControlError.unsupported(LinkReason.noCommands) }

    package let isBusy = false
}
