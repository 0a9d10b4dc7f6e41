import TelexCore

/// A login on a server.
package protocol LinkAccount: Codable, Sendable {
    /// The URL of the server, such as `https://example.org`.
    var url: String { get }
    var user: String { get }
    var token: String { get }
    /// The CA that has signed the server's certificate, as PEM; `nil` for the system's CAs.
    var authority: String? { get }
    /// The options that a hint to log in again adds, such as ` --profile work`. They are not stored.
    var loginOptions: String { get set }
    /// How to log in again, as a sentence.
    var loginHint: String { get }

    func backend(_ environment: LinkEnvironment) -> any ChatBackend
    /// Checks that the server accepts the token, and that its answers can be read.
    func check() async throws(LoginError)
    /// Revokes the token. A token that the server no longer knows is not an error.
    func logOut() async throws(LoginError)
}

extension LinkAccount {
    /// The owner of this account's store, as text.
    package var owner: String { "\(user) at \(url)" }
}
