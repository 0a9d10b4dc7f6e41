import Foundation

/// Addresses of users (client-server API, appendix "URIs").
enum MatrixURI {
    private static let prefix = "https://matrix.to/#/"

    /// The user that an address names; `nil` if it names none.
    static func user(_ url: String) -> String? {
        let id: String
        if url.hasPrefix(prefix) {
            id = url.dropFirst(prefix.count).prefix { $0 != "?" && $0 != "/" }.removingPercentEncoding ?? ""
        } else if url.hasPrefix("matrix:u/") {
            id =
                "@" + (url.dropFirst("matrix:u/".count).prefix { $0 != "?" && $0 != "/" }.removingPercentEncoding ?? "")
        } else {
            return nil
        }
        return id.hasPrefix("@") && id.contains(":") && id.utf8.count <= 255 ? id : nil
    }

    /// The address of a user.
    static func of(_ user: String) -> String { prefix + MatrixRequest.encoded(user) }
}
