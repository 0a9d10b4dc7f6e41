import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// Which certificates of servers are good.
package struct Trust: Sendable {
    private static let patience = TimeAmount.seconds(5)

    /// Who has signed the server's certificate, as PEM; `nil` if the system knows.
    package let authority: String?

    package init(authority: String?) { self.authority = authority }

    package var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        // One that cannot be read is nobody, and not everybody whom the system trusts.
        if let authority { configuration.trustRoots = .certificates(Self.certificates(authority) ?? []) }
        return configuration
    }

    /// The certificates in a PEM text; `nil` if there is none.
    package static func certificates(_ text: String) -> [NIOSSLCertificate]? {
        guard let found = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !found.isEmpty else { return nil }
        return found
    }

    /// A host's name for SNI; an address is none (RFC 6066, section 3).
    package static func name(_ host: String) -> String? {
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }

    /// What is wrong with the certificate of a server with which a handshake has failed, and what to do; `nil` if it shows
    /// none.
    package func reason(_ url: String) async -> String? {
        guard let certificate = await Self.certificate(url) else { return nil }
        let (begin, end) = (Self.date(certificate.notValidBefore), Self.date(certificate.notValidAfter))
        let now = Date()
        if now > end { return "The certificate of \(url) has expired on \(Self.text(end)): tell its operator" }
        if now < begin {
            return
                "The certificate of \(url) is valid only from \(Self.text(begin)) on: check the clock of this machine"
        }
        guard authority == nil else { return "The certificate of \(url) is not signed by whom the --ca file names" }
        return "The certificate of \(url) is signed by nobody whom this machine trusts. If you do, "
            + "log in with: telex login \(url) --ca FILE"
    }

    private static func date(_ seconds: time_t) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

    /// The certificate that a server shows, good or not. Nothing else is asked of it.
    private static func certificate(_ url: String) async -> NIOSSLCertificate? {
        guard let url = URL(string: url), let host = url.host,
            let context = try? NIOSSLContext(configuration: .makeClientConfiguration())
        else { return nil }
        let shown = NIOLockedValueBox<NIOSSLCertificate?>(nil)
        let channel = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(patience)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(context: context, serverHostname: name(host)) {
                        chain, answer in
                        shown.withLockedValue { $0 = chain.first }
                        answer.succeed(NIOSSLVerificationResult.failed)
                    }
                    try channel.pipeline.syncOperations.addHandlers([handler, EndOnError()])
                    channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
                }
            }
            .connect(host: host, port: url.port ?? 443).get()
        try? await channel?.closeFuture.get()
        return shown.withLockedValue { $0 }
    }

    private final class EndOnError: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
