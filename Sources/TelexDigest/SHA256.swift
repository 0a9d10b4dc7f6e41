#if canImport(CryptoKit)
    import CryptoKit
#else
    import CDigest
#endif

/// The SHA-256 hash (FIPS 180-4) of bytes that come in pieces, computed by a library of the system.
package struct SHA256 {
    #if canImport(CryptoKit)
        private var state = CryptoKit.SHA256()

        package init() {}

        package mutating func update(_ bytes: [UInt8]) { state.update(data: bytes) }

        private func finished() -> [UInt8] { Array(state.finalize()) }
    #else
        private var state = SHA2_CTX()

        package init() { SHA256Init(&state) }

        package mutating func update(_ bytes: [UInt8]) { SHA256Update(&state, bytes, bytes.count) }

        private func finished() -> [UInt8] {
            var copy = state
            return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
                SHA256Final(buffer.baseAddress, &copy)
                count = Int(SHA256_DIGEST_LENGTH)
            }
        }
    #endif

    /// The hash of the bytes so far, in 64 hexadecimal digits.
    package var digits: String { finished().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// The hash of the text in UTF-8, in 64 hexadecimal digits.
    package static func digits(of text: String) -> String {
        var hash = SHA256()
        hash.update(Array(text.utf8))
        return hash.digits
    }
}
