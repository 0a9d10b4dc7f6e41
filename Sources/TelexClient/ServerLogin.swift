import Foundation
import TelexAPI

/// Comes to an account, and gives it back.
package enum ServerLogin {
    /// Exchanges an invitation for an account.
    package static func logIn(url: String, invitation: String) async throws(LoginError) -> Account {
        let request = Request(.login, LoginRequest(invitation: invitation))
        do {
            let answer = try await ChatEndpoint(url: url).send(request, for: LoginAnswer.self)
            return Account(url: url, user: answer.user, name: answer.name, token: answer.token)
        } catch {
            switch error {
            case .offline(let reason), .busy(let reason): throw .unreachable(reason)
            case .refused(let reason): throw .refused(reason)
            case .loggedOut: throw .refused("The invitation is not valid, or was used before. Ask for a new one.")
            }
        }
    }

    /// Has the server forget the token; one that it does not know any more is as good.
    package static func logOut(_ account: Account) async throws(LoginError) {
        do {
            try await ChatEndpoint(url: account.url, token: account.token).send(Request(.logout))
        } catch {
            switch error {
            case .offline(let reason), .busy(let reason): throw .unreachable(reason)
            case .refused(let reason): throw .refused(reason)
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
