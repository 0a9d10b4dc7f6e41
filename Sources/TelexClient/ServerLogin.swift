import Foundation
import TelexAPI

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
            switch error {
            case .offline(let reason), .busy(let reason): throw .unreachable(reason)
            case .refused(let reason), .missing(let reason), .untrusted(let reason): throw .refused(reason)
            case .loggedOut: throw .refused("The invitation is not valid, or was used before. Ask for a new one.")
            }
        }
    }

    /// Has the server forget the token; one that it does not know any more is as good.
    package static func logOut(_ account: Account) async throws(LoginError) {
        do {
            try await ChatEndpoint(account).send(Request(.logout))
        } catch {
            switch error {
            case .offline(let reason), .busy(let reason): throw .unreachable(reason)
            case .refused(let reason), .missing(let reason), .untrusted(let reason): throw .refused(reason)
            case .loggedOut: break
            }
        }
    }
}

/// Why somebody could not be logged in or out.
package enum LoginError: Error, Hashable, Sendable {
    case unreachable(String)
    case refused(String)
}
