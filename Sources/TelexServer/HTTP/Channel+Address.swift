import NIOCore

extension Channel {
    /// Identifies the client: its IPv4 address, or the network of its IPv6 address; empty if unknown.
    var address: String { remoteAddress?.client ?? "" }
}

extension SocketAddress {
    /// The IPv4 address, or the first 64 bits of an IPv6 address: a client has all addresses of such a network.
    var client: String? {
        guard case .v6(let address) = self else { return ipAddress }
        let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        // A mapped IPv4 address (RFC 4291, section 2.5.5.2).
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
        if isMapped { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}
