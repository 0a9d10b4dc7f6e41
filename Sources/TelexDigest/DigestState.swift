import CDigest

/// A hash that OpenSSL is computing.
///
/// OpenSSL's functions fail here only without memory. Then the process ends, as when Swift has none.
///
/// `@unchecked`: `SHA256` changes it only while nobody else refers to it.
final class DigestState: @unchecked Sendable {
    private let context: OpaquePointer

    init() {
        // Comes first, because it initializes OpenSSL.
        let algorithm = Self.algorithm
        context = Self.makeContext()
        Self.check(EVP_DigestInit_ex2(context, algorithm, nil))
    }

    init(copying other: DigestState) {
        context = Self.makeContext()
        Self.check(EVP_MD_CTX_copy_ex(context, other.context))
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        Self.check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
    }

    /// The hash. Nothing can be added afterwards.
    func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
            Self.check(EVP_DigestFinal_ex(context, buffer.baseAddress, nil))
            count = Int(SHA256_DIGEST_LENGTH)
        }
    }

    /// SHA-256 as OpenSSL itself implements it. No configuration is read, because it could name code to load.
    ///
    /// `nonisolated(unsafe)`: it is never changed.
    private nonisolated(unsafe) static let algorithm: OpaquePointer = {
        // A context of its own is not enough, because `EVP_DigestInit_ex2` asks for engines of the configuration.
        // To clean up at exit would take the memory from threads that still compute hashes.
        check(OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT), nil))
        guard let library = OSSL_LIB_CTX_new(), let algorithm = EVP_MD_fetch(library, "SHA256", nil) else {
            fatalError("OpenSSL's libcrypto has no SHA-256.")
        }
        return algorithm
    }()

    private static func makeContext() -> OpaquePointer {
        guard let context = EVP_MD_CTX_new() else { fatalError("OpenSSL has no memory.") }
        return context
    }

    private static func check(_ result: CInt) { precondition(result == 1, "OpenSSL has no memory.") }
}
