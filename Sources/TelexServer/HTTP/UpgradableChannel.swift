import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import TelexAPI
import TelexSocket

/// An HTTP/1.1 connection whose first request may turn it into the live channel of a chat.
struct UpgradableChannel: HTTPChannelHandler {
    enum Negotiated: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case socket(WebSocketConnection.Channel, Subscription)
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let channel: any Channel
    }

    /// How long a connection may be silent between requests, and before the first.
    private static let patience = Duration.seconds(60)

    let responder: HTTPChannelHandler.Responder
    let service: ChatService
    /// Opens what a request for a WebSocket asks for; `nil` if it is to be answered like any other.
    let admit: @Sendable (HTTPRequestHead) async -> Subscription?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let session = NIOLoopBoundBox<Subscription?>(nil, eventLoop: channel.eventLoop)
            // However far it got: a channel that is gone is told nothing.
            channel.closeFuture.assumeIsolated().whenComplete { [service] _ in
                if let subscription = session.value { Task { await service.close(subscription) } }
            }
            let negotiated = try pipeline.configureUpgradableHTTPServerPipeline(
                configuration: Self.configuration(session, logger))
            try pipeline.addHandler(
                FirstRequestGate(session: session, patience: TimeAmount(Self.patience), admit: admit) {
                    [service] subscription in
                    Task { await service.close(subscription) }
                },
                position: .before(pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Negotiated>.self)))
            return Value(negotiated: negotiated, channel: channel)
        }
    }

    private static func configuration(
        _ session: NIOLoopBoundBox<Subscription?>, _ logger: Logger
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
                try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: patience, logger: logger))
                return .http(
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)))
            }
        }
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
        // Requests that come together are queued by NIOAsyncChannel; parse errors are answered by the handlers above;
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
            }
        } catch {
            logger.debug("connection ended before its first request", metadata: ["error": "\(error)"])
            try? await value.channel.close()
        }
    }
}
