import Foundation
import TelexDigest

/// A token or an invitation: 256 random bits, of which the server keeps only the hash.
package struct Secret: Sendable {
    /// The secret as users get it: base64url (RFC 4648, section 5) without padding.
    package let text: String

    package init() {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        text = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    package init(_ text: String) { self.text = text }

    /// The SHA-256 hash. The secret is random, so it needs no salt and no slow hash.
    package var hash: Data { Data(SHA256.hash(of: Array(text.utf8))) }
}
