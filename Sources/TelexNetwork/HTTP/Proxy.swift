import AsyncHTTPClient
import Foundation

/// An HTTP proxy, which opens connections for CONNECT (RFC 9110, section 9.3.6). With https, it cannot read what passes
/// through.
package struct Proxy: Hashable, Sendable {
    package let host: String
    package let port: Int
    /// The user name and password to send. No message contains them.
    let credentials: Credentials?
    /// The environment variable that names it, such as `https_proxy`.
    package let variable: String

    struct Credentials: Hashable, Sendable {
        let user: String
        let password: String
    }

    /// The proxy's host and port.
    package var name: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// - Parameter text: the value of the variable: a URL, or a host and a port.
    init(_ text: String, variable: String) throws(ProxyProblem) {
        let url = URLComponents(string: text.contains("://") ? text : "http://\(text)")
        if let scheme = url?.scheme, scheme.lowercased() != "http" {
            throw ProxyProblem(
                text:
                    "\(variable) names a \(scheme.prefix(16)) proxy, which Telex does not support. Set it to "
                    + "http://HOST:PORT")
        }
        guard let url, let host = url.host, !host.isEmpty, (1...65_535).contains(url.port ?? 80) else {
            throw ProxyProblem(
                text: "\(variable) is not the address of an HTTP proxy. Set it to http://HOST:PORT, or unset it")
        }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? 80
        credentials = url.user.map { Credentials(user: $0, password: url.password ?? "") }
        self.variable = variable
    }
}

extension Proxy {
    /// The credentials as the value of a `Proxy-Authorization` header (RFC 9110, section 11.7.2).
    var authorization: HTTPClient.Authorization? {
        credentials.map { .basic(username: $0.user, password: $0.password) }
    }
}

/// Why the proxy that the environment names cannot be used.
package struct ProxyProblem: Error, Hashable, Sendable {
    package let text: String
}

/// Which proxy the environment names for a server, in the variables that curl(1) describes.
package struct ProxySettings: Sendable {
    package static let system = ProxySettings(ProcessInfo.processInfo.environment)

    private let environment: [String: String]

    package init(_ environment: [String: String]) { self.environment = environment }

    /// The proxy for a server; `nil` for a direct connection. Connections to this machine are direct.
    package func proxy(for url: String) throws(ProxyProblem) -> Proxy? {
        guard let url = URLComponents(string: url), let scheme = url.scheme, let host = url.host?.lowercased() else {
            return nil
        }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let name = bare.hasSuffix(".") ? String(bare.dropLast()) : bare
        // HTTP_PROXY is not read: in a CGI program, it is a header of the request.
        let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        guard let (variable, text) = first(of: own + ["all_proxy", "ALL_PROXY"]), !ServerAddress.isLoopback(name),
            !isExempt(name, url.port ?? (scheme == "https" ? 443 : 80))
        else { return nil }
        return try Proxy(text, variable: variable)
    }

    /// The first of these variables that is set and not empty.
    private func first(of variables: [String]) -> (variable: String, text: String)? {
        variables.lazy.compactMap { [environment] variable in
            let text = environment[variable]?.trimmingCharacters(in: .whitespaces) ?? ""
            return text.isEmpty ? nil : (variable, text)
        }.first
    }

    private func isExempt(_ host: String, _ port: Int) -> Bool {
        let list = first(of: ["no_proxy", "NO_PROXY"])?.text ?? ""
        return list.lowercased().split { $0 == "," || $0.isWhitespace }.contains { Self.matches($0, host, port) }
    }

    /// - Parameter entry: `*`; a host, which stands for its subdomains, too; an IP address or a block of them
    ///   (192.168.0.0/16); each host with a port, if only that is meant.
    private static func matches(_ entry: Substring, _ host: String, _ port: Int) -> Bool {
        if entry == "*" { return true }
        let (name, own) = parts(entry)
        if let own, own != "\(port)" { return false }
        if let block = IPBlock(name) { return IPBytes(host).map(block.contains) ?? false }
        let domain = name.drop { $0 == "." }
        return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
    }

    /// The host and the port of an entry. An IPv6 address with a port stands in brackets.
    private static func parts(_ entry: Substring) -> (host: Substring, port: Substring?) {
        if entry.hasPrefix("["), let end = entry.lastIndex(of: "]") {
            return (entry[..<end].dropFirst(), entry[end...].dropFirst().isEmpty ? nil : entry[end...].dropFirst(2))
        }
        let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? (parts[0], parts[1]) : (entry, nil)
    }
}

/// An IP address: 4 or 16 bytes.
struct IPBytes: Hashable {
    let bytes: [UInt8]

    init?(_ text: some StringProtocol) {
        let text = String(text)
        var four = [UInt8](repeating: 0, count: 4)
        var sixteen = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = four
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = sixteen
        } else {
            return nil
        }
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}

/// An IP address, or a block of them in CIDR notation (RFC 4632, section 3.1).
private struct IPBlock {
    private let address: IPBytes
    private let prefix: Int

    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPBytes(first) else { return nil }
        let most = address.bytes.count * 8
        guard let prefix = parts.count == 1 ? most : Int(parts[1]), (0...most).contains(prefix) else { return nil }
        self.address = address
        self.prefix = prefix
    }

    func contains(_ other: IPBytes) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return (0..<prefix).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return address.bytes[bit / 8] & mask == other.bytes[bit / 8] & mask
        }
    }
}
