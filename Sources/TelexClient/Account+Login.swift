import Foundation
import TelexAPI
import TelexNetwork

extension Account {
    /// Exchanges an invitation for an account.
    ///
    /// - Parameter authority: the CA that has signed the server's certificate, as PEM; `nil` for the system's CAs.
    package static func logIn(
        url: String, invitation: String, authority: String? = nil
    ) async throws(LoginError) -> Account {
        let request = ServerRequest(.login, LoginRequest(invitation: invitation))
        do {
            let answer = try await ChatEndpoint(url: url, authority: authority).send(request) {
                try LoginAnswer(answer: $0)
            }
            return Account(url: url, user: answer.user, name: answer.name, token: answer.token, authority: authority)
        } catch {
            throw LoginError(error, loggedOut: "The invitation is invalid or has already been used. Ask for a new one.")
        }
    }

    package func logOut() async throws(LoginError) {
        do { try await ChatEndpoint(self).send(ServerRequest(.logout)) } catch {
            if error != .loggedOut() { throw LoginError(error, self) }
        }
    }

    package func check() async throws(LoginError) {
        do {
            _ = try await ChatEndpoint(self).send(ServerRequest(.chats(since: 0, limit: 200))) {
                try ChatPage(answer: $0)
            }
        } catch {
            throw LoginError(error, self)
        }
    }
}
