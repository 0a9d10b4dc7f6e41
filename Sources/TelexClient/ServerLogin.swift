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
        let request = ServerRequest(.login, LoginRequest(invitation: invitation))
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
            try await ChatEndpoint(account).send(ServerRequest(.logout))
        } catch {
            if error != .loggedOut() { throw LoginError(error, account) }
        }
    }

    /// Asks the server whether it takes the token.
    package static func check(_ account: Account) async throws(LoginError) {
        do {
            try await ChatEndpoint(account).send(ServerRequest(.chats(since: 0, limit: 1)))
        } catch {
            throw LoginError(error, account)
        }
    }
}
