import TelexCore
import TelexNetwork

/// Who one is on a homeserver.
package struct MatrixAccount: LinkAccount, Hashable {
    package let url: String
    /// Such as `@ada:example.org`.
    package let user: String
    /// What the server knows this profile by; it stays the same over logins, since transactions belong to it.
    package let device: String
    package let token: String
    package let authority: String?
    package var loginOptions = ""

    private enum CodingKeys: String, CodingKey { case url, user, device, token, authority }

    package var loginHint: String { "Log in again: telex login --matrix \(url) --user \(user)\(loginOptions)" }

    package func backend(_ environment: LinkEnvironment) -> any ChatBackend {
        LinkBackend(MatrixLink(self, environment), MatrixEndpoint(self))
    }
}
