/// Why somebody could not be logged in or out, or the login not be looked at.
package enum LoginError: Error, Hashable, Sendable {
    case unreachable(String)
    case refused(String)

    /// - Parameter loggedOut: what is said of a token, or an invitation, that the server does not know.
    package init(_ failure: RequestFailure, loggedOut: String) {
        switch failure {
        case .offline(let reason), .busy(let reason, _): self = .unreachable(reason)
        case .refused(let reason, _), .untrusted(let reason): self = .refused(reason)
        case .loggedOut: self = .refused(loggedOut)
        }
    }

    /// - Parameter account: the one that is logged in.
    package init(_ failure: RequestFailure, _ account: some LinkAccount) {
        let isSoft = if case .loggedOut(isSoft: true) = failure { true } else { false }
        self.init(failure, loggedOut: LinkReason.loggedOut(account, isSoft: isSoft))
    }
}
