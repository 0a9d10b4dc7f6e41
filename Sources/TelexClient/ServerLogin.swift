import Foundation
import TelexAPI
import TelexNetwork

/// Comes to an account, and gives it back.
package enum ServerLogin {
    /// Exchanges an invitation for an account.
    ///
    /// - Parameter authority: who has signed the server's certificate, as PEM; `nil` if the system knows.
    package static func logIn(
        url: String, invitation: String, authority: String? = nil
    ) async throws(LoginError) -> Account {
        let request = Request(.login, LoginRequest(invitation: invitation))
        do {
            let answer = try await ChatEndpoint(url: url, authority: authority).send(request, for: LoginAnswer.self)
            return Account(url: url, user: answer.user, name: answer.name, token: answer.token, authority: authority)
        } catch {
            throw LoginError(
                error, loggedOut: "The invitation is not valid, or was used before. Ask for a new one.")
        }
    }

    /// Has the server forget the token; one that it does not know any more is as good.
    package static func logOut(_ account: Account) async throws(LoginError) {
        do {
            try await ChatEndpoint(account).send(Request(.logout))
        } catch {
            if error != .loggedOut { throw LoginError(error, loggedOut: LinkReason.loggedOut(account)) }
        }
    }

    /// Asks the server whether it takes the token.
    package static func check(_ account: Account) async throws(LoginError) {
        do {
            try await ChatEndpoint(account).send(Request(.chats(since: 0, limit: 1)))
        } catch {
            throw LoginError(error, loggedOut: LinkReason.loggedOut(account))
        }
    }
}

/// Why somebody could not be logged in or out, or the login not be looked at.
package enum LoginError: Error, Hashable, Sendable {
    case unreachable(String)
    case refused(String)

    /// - Parameter loggedOut: what is said of a token, or an invitation, that the server does not know.
    init(_ failure: RequestFailure, loggedOut: String) {
        switch failure {
        case .offline(let reason), .busy(let reason): self = .unreachable(reason)
        case .refused(let reason), .missing(let reason), .untrusted(let reason): self = .refused(reason)
        case .loggedOut: self = .refused(loggedOut)
        }
    }
}
