/// A failure to log in, log out, or check a login.
package enum LoginError: Error, Hashable, Sendable {
    case unreachable(String)
    case refused(String)

    /// - Parameter loggedOut: the reason if the server does not know the token or the invitation.
    package init(_ failure: RequestFailure, loggedOut: String) {
        switch failure {
        case .offline(let reason), .busy(let reason, _), .foreign(let reason, _): self = .unreachable(reason)
        case .refused(let reason, _), .untrusted(let reason), .local(let reason): self = .refused(reason)
        case .loggedOut: self = .refused(loggedOut)
        }
    }

    /// - Parameter account: the account that is logged in.
    package init(_ failure: RequestFailure, _ account: some LinkAccount) {
        let isSoft = if case .loggedOut(isSoft: true) = failure { true } else { false }
        self.init(failure, loggedOut: LinkReason.loggedOut(account, isSoft: isSoft))
    }
}
