import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL

/// Decides which server certificates to trust.
package struct Trust: Sendable {
    private static let patience = TimeAmount.seconds(5)

    /// The CA that has signed the server's certificate, as PEM; `nil` for the system's CAs.
    package let authority: String?

    package init(authority: String?) { self.authority = authority }

    package var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        // If the CA cannot be read, trust nobody; do not fall back to the system's CAs.
        if let authority { configuration.trustRoots = .certificates(Self.certificates(authority) ?? []) }
        return configuration
    }

    /// The certificates in a PEM text; `nil` if there is none.
    package static func certificates(_ text: String) -> [NIOSSLCertificate]? {
        guard let found = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !found.isEmpty else { return nil }
        return found
    }

    /// The host name for SNI; `nil` for an IP address (RFC 6066, section 3).
    package static func name(_ host: String) -> String? {
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }

    /// Explains what is wrong with a server's certificate after a failed handshake, and what to do.
    ///
    /// Returns `nil` if the server presents no certificate.
    package func reason(_ url: String, through proxy: Proxy?) async -> String? {
        guard let certificate = await Self.certificate(url, proxy) else { return nil }
        let (begin, end) = (Self.date(certificate.notValidBefore), Self.date(certificate.notValidAfter))
        let now = Date()
        if now > end { return "The certificate of \(url) expired on \(Self.text(end)). Tell the server's operator" }
        if now < begin {
            return
                "The certificate of \(url) is not valid until \(Self.text(begin)). Check this machine's clock"
        }
        guard authority == nil else {
            return "The certificate of \(url) is not signed by the authority in the --ca file"
        }
        return "The certificate of \(url) is signed by an authority that this machine does not trust. If you trust it, "
            + "log in with: telex login \(url) --ca FILE"
    }

    private static func date(_ seconds: time_t) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

    /// Fetches a server's certificate, valid or not. Sends no request.
    private static func certificate(_ url: String, _ proxy: Proxy?) async -> NIOSSLCertificate? {
        guard let url = URL(string: url), let host = url.host,
            let context = try? NIOSSLContext(configuration: .makeClientConfiguration())
        else { return nil }
        let shown = NIOLockedValueBox<NIOSSLCertificate?>(nil)
        let channel = try? await Tunnel.connect(
            host: host, port: url.port ?? 443, through: proxy, patience: patience
        ) { channel in
            channel.eventLoop.makeCompletedFuture {
                let handler = try NIOSSLClientHandler(context: context, serverHostname: name(host)) { chain, answer in
                    shown.withLockedValue { $0 = chain.first }
                    answer.succeed(NIOSSLVerificationResult.failed)
                }
                try channel.pipeline.syncOperations.addHandlers([handler, EndOnError()])
                channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
                return channel
            }
        }
        try? await channel?.closeFuture.get()
        return shown.withLockedValue { $0 }
    }

    private final class EndOnError: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
