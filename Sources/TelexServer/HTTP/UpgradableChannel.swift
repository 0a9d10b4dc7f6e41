import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOWebSocket
import TelexAPI
import TelexSocket

/// An HTTP/1.1 connection whose first request may turn it into the live channel of a chat.
struct UpgradableChannel: HTTPChannelHandler {
    enum Negotiated: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case socket(WebSocketConnection.Channel, Subscription)
        /// There are too many connections.
        case turnedAway
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let channel: any Channel
    }

    /// How long a connection may be silent between requests.
    private static let patience = Duration.seconds(60)

    let responder: HTTPChannelHandler.Responder
    let service: ChatService
    let limit: ConnectionLimit
    /// What the connection is secured with, if it is.
    let certificate: ServerCertificate?
    /// Opens what a request for a WebSocket asks for; `nil` if it is to be answered like any other.
    let admit: @Sendable (HTTPRequestHead, _ address: String) async -> Subscription?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let verdict = limit.enter(channel)
            if verdict != .closed, let certificate {
                // With it, a connection that the server ends would wait five seconds for nothing.
                try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
            }
            switch verdict {
            case .welcome: return Value(negotiated: try negotiate(channel, logger), channel: channel)
            case .turnedAway:
                try channel.pipeline.syncOperations.addHandler(TurnAwayHandler(isSecure: certificate != nil))
            case .closed: channel.close(promise: nil)
            }
            return Value(negotiated: channel.eventLoop.makeSucceededFuture(.turnedAway), channel: channel)
        }
    }

    private func negotiate(_ channel: any Channel, _ logger: Logger) throws -> EventLoopFuture<Negotiated> {
        let pipeline = channel.pipeline.syncOperations
        let session = NIOLoopBoundBox<Subscription?>(nil, eventLoop: channel.eventLoop)
        // However far it got: a channel that is gone is told nothing.
        channel.closeFuture.assumeIsolated().whenComplete { [service] _ in
            if let subscription = session.value { Task { await service.close(subscription) } }
        }
        let negotiated = try pipeline.configureUpgradableHTTPServerPipeline(
            configuration: Self.configuration(session, isSecure: certificate != nil, logger))
        let guardian = RequestGuard()
        let gate = FirstRequestGate(session: session, guardian: guardian) { [admit, address = channel.address] head in
            await admit(head, address)
        } dismiss: { [service] subscription in
            Task { await service.close(subscription) }
        }
        let upgrade = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Negotiated>.self)
        try pipeline.addHandlers([guardian, gate], position: .before(upgrade))
        return negotiated
    }

    private static func configuration(
        _ session: NIOLoopBoundBox<Subscription?>, isSecure: Bool, _ logger: Logger
    ) -> NIOUpgradableHTTPServerPipelineConfiguration<Negotiated> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Negotiated>(
            maxFrameSize: Limits.longestFrame,
            shouldUpgrade: { channel, _ in
                // The gate has decided already.
                channel.eventLoop.makeSucceededFuture(session.value == nil ? nil : [:])
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel), session.value!)
                }
            })
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Negotiated>(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                // As Hummingbird's own channel has it, but for the codec, which is in place.
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: isSecure))
                try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: patience, logger: logger))
                return .http(
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)))
            }
        }
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
        configuration.decoderConfiguration.maxHeaderFieldSize = Limits.longestHeader
        configuration.decoderConfiguration.maxHeaderListSize = Limits.longestHeader
        configuration.decoderConfiguration.maxHeaderFieldCount = Limits.headerFields
        // Requests that come together are queued by NIOAsyncChannel; parse errors are answered by the guard;
        // headers are validated by swift-http-types.
        configuration.enablePipelining = false
        configuration.enableErrorHandling = false
        configuration.enableResponseHeaderValidation = false
        return configuration
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .socket(let channel, let subscription): await LiveSocket.run(channel, subscription, service)
            case .turnedAway: break
            }
        } catch {
            logger.debug("connection ended before its first request", metadata: ["error": "\(error)"])
            try? await value.channel.close()
        }
    }
}

extension Channel {
    /// Where the connection comes from, without the port.
    var address: String { remoteAddress?.ipAddress ?? "" }
}
