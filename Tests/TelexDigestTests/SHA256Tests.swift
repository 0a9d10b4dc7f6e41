import TelexDigest
import Testing

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4, which NIST publishes, and nothing.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func hashesTheExamples(text: String, digits: String) { #expect(SHA256.digits(of: text) == digits) }

    @Test func doesNotDependOnThePieces() {
        var hash = SHA256()
        for _ in 0..<1_000 {
            hash.update(Array(repeating: UInt8(ascii: "a"), count: 999))
            hash.update([UInt8(ascii: "a")])
            hash.update([])
        }
        #expect(hash.digits == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        // It goes on after it was read.
        hash.update([0])
        #expect(hash.digits != "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func copiesAreIndependent() {
        var first = SHA256()
        first.update(Array("ab".utf8))
        var second = first
        first.update(Array("c".utf8))
        second.update(Array("d".utf8))
        #expect(first.digits == SHA256.digits(of: "abc") && second.digits == SHA256.digits(of: "abd"))
    }
}
