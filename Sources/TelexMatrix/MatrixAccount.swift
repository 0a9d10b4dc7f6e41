import TelexCore
import TelexNetwork

/// A login on a homeserver.
package struct MatrixAccount: LinkAccount, Hashable {
    package let url: String
    /// Such as `@ada:example.org`.
    package let user: String
    /// The device id of this profile. It stays the same over logins, because transaction ids belong to the device.
    package let device: String
    package let token: String
    package let authority: String?
    package var loginOptions = ""

    private enum CodingKeys: String, CodingKey { case url, user, device, token, authority }

    package var loginHint: String {
        "\(LinkReason.logInAgain): telex login --matrix \(url) --user \(user)\(loginOptions)"
    }

    package func backend(_ environment: LinkEnvironment) -> any ChatBackend {
        LinkBackend(MatrixLink(self, environment), MatrixEndpoint(self), files: environment.files)
    }
}
