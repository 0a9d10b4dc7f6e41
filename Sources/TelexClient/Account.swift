import Foundation
import TelexCore
import TelexNetwork

/// A login on a telex-server.
package struct Account: LinkAccount, Hashable {
    package let url: String
    package let user: String
    /// The display name.
    package let name: String
    package let token: String
    package let authority: String?
    package var loginOptions = ""

    private enum CodingKeys: String, CodingKey { case url, user, name, token, authority }

    package init(url: String, user: String, name: String, token: String, authority: String? = nil) {
        self.url = url
        self.user = user
        self.name = name
        self.token = token
        self.authority = authority
    }

    /// The name under which the store says who owns it.
    package static let ownerName = "account"

    package var loginHint: String {
        "\(LinkReason.logInAgain) with a new invitation: telex login \(url)\(loginOptions)"
    }
}

extension Account {
    /// Whether a text contains PEM certificates.
    package static func isAuthority(_ text: String) -> Bool { Trust.certificates(text) != nil }
}

extension Account {
    package func backend(_ environment: LinkEnvironment) -> any ChatBackend {
        LinkBackend(ServerLink(self, environment), ServerTransport(self), files: environment.files)
    }
}
