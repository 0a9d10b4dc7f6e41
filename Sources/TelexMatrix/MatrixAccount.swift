import Foundation

/// Who one is on a homeserver.
package struct MatrixAccount: Codable, Hashable, Sendable {
    /// Where the homeserver is, such as `https://matrix.example.org`.
    package let url: String
    /// Such as `@ada:example.org`.
    package let user: String
    /// What the server knows this profile by; it stays the same over logins, since transactions belong to it.
    package let device: String
    package let token: String
    /// Who has signed the server's certificate, as PEM; `nil` if the system knows.
    package let authority: String?
    /// The options that a hint to log in again adds, such as ` --profile work`. They are not stored.
    package var loginOptions = ""

    private enum CodingKeys: String, CodingKey { case url, user, device, token, authority }

    /// Whose a store is that is this account's.
    package var owner: String { "\(user) at \(url)" }

    /// The part of the user's id behind the colon.
    var server: String { String(user.drop { $0 != ":" }.dropFirst()) }
}
