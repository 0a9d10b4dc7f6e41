import Foundation

/// Who one is on a server.
package struct Account: Codable, Hashable, Sendable {
    /// Where the server is, such as `http://127.0.0.1:8520`.
    package let url: String
    package let user: String
    package let name: String
    package let token: String

    package init(url: String, user: String, name: String, token: String) {
        self.url = url
        self.user = user
        self.name = name
        self.token = token
    }

    /// The address of a server, tidied; `nil` if the text is none.
    package static func address(_ text: String) -> String? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            let host = url.host, !host.isEmpty, url.query == nil, url.user == nil, ["", "/"].contains(url.path)
        else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
