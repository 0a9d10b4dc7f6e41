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
        /// The connection limit is reached.
        case turnedAway
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let channel: any Channel
    }

    /// The first buffer holds a request without a body. Each open channel keeps its buffer.
    private static let buffers = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 65_536)
    /// How long a connection may be idle between requests.
    private static let patience = Duration.seconds(60)

    let responder: HTTPChannelHandler.Responder
    let service: ChatService
    let limit: ConnectionLimit
    /// The longest file to receive, in bytes.
    let largestFile: Int64
    /// The TLS certificate; `nil` for plain HTTP.
    let certificate: ServerCertificate?
    /// Opens the subscription that a WebSocket request asks for; returns `nil` to answer it like any other request.
    let admit: @Sendable (HTTPRequestHead, any Channel, _ address: String) async -> Subscription?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.buffers)
            let verdict = limit.enter(channel, from: channel.address)
            if verdict != .closed, let certificate {
                // With half-closure, closing a TLS connection would wait five seconds for nothing.
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
        // However far the upgrade got, a closed channel gets nothing more.
        channel.closeFuture.assumeIsolated().whenComplete { [service] _ in
            if let subscription = session.value { Task { await service.close(subscription) } }
        }
        let negotiated = try pipeline.configureUpgradableHTTPServerPipeline(
            configuration: Self.configuration(session, isSecure: certificate != nil, logger))
        let guardian = RequestGuard(largestFile: largestFile)
        let gate = FirstRequestGate(session: session, guardian: guardian) { [admit, address = channel.address] head in
            await admit(head, channel, address)
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
                    .socket(
                        try WebSocketConnection.channel(channel, .server, longest: Limits.longestFrame), session.value!)
                }
            })
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Negotiated>(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                // As in Hummingbird's own channel, without the codec, which is already there.
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
        // NIOAsyncChannel queues pipelined requests, the guard answers parse errors, and swift-http-types validates
        // headers.
        configuration.enablePipelining = false
        configuration.enableErrorHandling = false
        configuration.enableResponseHeaderValidation = false
        return configuration
    }

    func handle(value: Value, logger: Logger) async {
        // Requests run on their connection's event loop and switch threads only for the service and for pages.
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
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
}
