import Foundation

/// The address of a server.
package enum ServerAddress {
    /// Returns the normalized address of a server: scheme, host, port, and the path below which a reverse proxy serves
    /// it, without a slash at the end; `nil` if the text is not one.
    package static func normalized(_ text: String) -> String? {
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.host?.lowercased(), !host.isEmpty,
            (1...65_535).contains(url.port ?? 80), url.query == nil, url.fragment == nil, url.user == nil,
            url.password == nil, let path = path(url.percentEncodedPath)
        else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (url.port.map { ":\($0)" } ?? "") + path
    }

    /// Whether a host is this machine.
    ///
    /// - Parameter host: a name or an IP address, without brackets.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || IPBytes(host)?.isLoopback == true
    }

    /// Whether the host of an address is this machine.
    package static func isLoopback(address: String) -> Bool {
        let host = URLComponents(string: address)?.host ?? ""
        return isLoopback(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
    }

    /// The path of an address, as the requests to its server begin with; empty for the root.
    package static func path(of address: String) -> String { URLComponents(string: address)?.percentEncodedPath ?? "" }

    /// Returns the path without slashes at its end; `nil` if it has an empty segment, or one that leads elsewhere
    /// (RFC 3986, section 5.2.4).
    private static func path(_ encoded: String) -> String? {
        var path = encoded[...]
        while path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty { return "" }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let leads = segments.contains { ["", ".", ".."].contains($0.removingPercentEncoding ?? "") }
        return leads ? nil : String(path)
    }
}
