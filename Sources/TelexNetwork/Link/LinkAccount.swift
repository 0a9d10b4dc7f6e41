import TelexCore

/// Who one is on a server.
package protocol LinkAccount: Codable, Sendable {
    /// Where the server is, such as `https://example.org`.
    var url: String { get }
    var user: String { get }
    var token: String { get }
    /// Who has signed the server's certificate, as PEM; `nil` if the system knows.
    var authority: String? { get }
    /// The options that a hint to log in again adds, such as ` --profile work`. They are not stored.
    var loginOptions: String { get set }
    /// How to log in again, as a sentence.
    var loginHint: String { get }

    func backend(_ environment: LinkEnvironment) -> any ChatBackend
    /// Asks the server whether it takes the token.
    func check() async throws(LoginError)
    /// Has the server forget the token; one that it does not know any more is as good.
    func logOut() async throws(LoginError)
}

extension LinkAccount {
    /// Whose a store is that is this account's.
    package var owner: String { "\(user) at \(url)" }
}
