/// The SHA-256 hash (FIPS 180-4) of bytes that come in pieces.
package struct SHA256: Sendable {
    private var state = DigestState()

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&state) { state = DigestState(copying: state) }
        state.update(bytes)
    }

    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The hash of the bytes so far.
    package var value: [UInt8] { DigestState(copying: state).finish() }

    /// The same in 64 hexadecimal digits.
    package var digits: String { value.hexadecimal }

    package static func hash(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.value
    }

    /// The hash of the text in UTF-8, in 64 hexadecimal digits.
    package static func digits(of text: String) -> String { hash(of: Array(text.utf8)).hexadecimal }
}
