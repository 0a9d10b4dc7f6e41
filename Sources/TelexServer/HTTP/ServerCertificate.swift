import Foundation
import NIOConcurrencyHelpers
import NIOSSL

/// The server's TLS certificate and private key, read from two files.
package final class ServerCertificate: Sendable {
    private let chain: String
    private let key: String
    private let held: NIOLockedValueBox<NIOSSLContext>

    /// - Parameters:
    ///   - chain: a PEM file with the certificate chain, the server's own certificate first.
    ///   - key: a PEM file with the private key.
    /// - Throws: `ServerError.badCertificate`.
    package init(chain: String, key: String) throws(ServerError) {
        self.chain = chain
        self.key = key
        held = NIOLockedValueBox(try Self.read(chain, key))
    }

    /// The TLS context for new connections.
    var context: NIOSSLContext { held.withLockedValue { $0 } }

    /// Reads the files again. If they are invalid, the certificate in use stays.
    func reload() throws(ServerError) {
        let context = try Self.read(chain, key)
        held.withLockedValue { $0 = context }
    }

    /// When the certificate expires.
    package func expiry() throws(ServerError) -> Date {
        guard let first = try Self.certificates(chain).first else { throw Self.none(chain) }
        return Date(timeIntervalSince1970: TimeInterval(first.notValidAfter))
    }

    private static func read(_ chain: String, _ key: String) throws(ServerError) -> NIOSSLContext {
        let certificates = try certificates(chain)
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(bytes: try bytes(key), format: .pem)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .badCertificate(path: key, reason: "it has no private key without a passphrase in PEM format")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do { return try NIOSSLContext(configuration: configuration) } catch {
            throw .badCertificate(path: key, reason: "it is not the key of the certificate in \(chain)")
        }
    }

    private static func certificates(_ path: String) throws(ServerError) -> [NIOSSLCertificate] {
        let bytes = try bytes(path)
        guard let found = try? NIOSSLCertificate.fromPEMBytes(bytes), !found.isEmpty else { throw none(path) }
        return found
    }

    private static func none(_ path: String) -> ServerError {
        .badCertificate(path: path, reason: "it has no certificate in PEM format")
    }

    private static func bytes(_ path: String) throws(ServerError) -> [UInt8] {
        do { return Array(try Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            throw .badCertificate(path: path, reason: "it cannot be read")
        }
    }
}
