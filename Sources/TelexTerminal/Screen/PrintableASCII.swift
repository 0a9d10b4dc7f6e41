// Most text is ASCII. Its characters are single bytes, harmless, and one column wide, so there is little to look up.

extension Unicode.Scalar {
    var isPrintableASCII: Bool { (0x20..<0x7F).contains(value) }
}

extension StringProtocol {
    /// Whether all characters are printable ASCII.
    var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}
