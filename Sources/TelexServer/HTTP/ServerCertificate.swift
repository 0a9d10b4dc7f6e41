import Foundation
import NIOConcurrencyHelpers
import NIOSSL

/// The certificate that the server shows, and its key, as they stand in two files.
package final class ServerCertificate: Sendable {
    private let chain: String
    private let key: String
    private let held: NIOLockedValueBox<NIOSSLContext>

    /// - Parameters:
    ///   - chain: a file with the certificate and those that it rests on, as PEM, its own first.
    ///   - key: a file with its private key, as PEM.
    /// - Throws: `ServerError.badCertificate`.
    package init(chain: String, key: String) throws(ServerError) {
        self.chain = chain
        self.key = key
        held = NIOLockedValueBox(try Self.read(chain, key))
    }

    /// What new connections are secured with.
    var context: NIOSSLContext { held.withLockedValue { $0 } }

    /// Reads the files anew; if they cannot be used, what was read before stays.
    func reload() throws(ServerError) {
        let context = try Self.read(chain, key)
        held.withLockedValue { $0 = context }
    }

    /// When the certificate ends.
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
            throw .badCertificate(path: key, reason: "there is no private key without a passphrase in it, as PEM")
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
        .badCertificate(path: path, reason: "there is no certificate in it, as PEM")
    }

    private static func bytes(_ path: String) throws(ServerError) -> [UInt8] {
        do { return Array(try Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            throw .badCertificate(path: path, reason: "it cannot be read")
        }
    }
}
