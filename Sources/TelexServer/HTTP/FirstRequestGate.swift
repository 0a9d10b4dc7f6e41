import Foundation
import NIOCore
import NIOHTTP1

/// Holds back a connection's first request until it is clear whether it upgrades the connection.
///
/// NIO's typed upgrade handler drops a request that asks for an upgrade and does not get one (apple/swift-nio#2632). So
/// the gate removes the `Upgrade` header of a refused request, which is then answered like any other. The gate also
/// closes the connection when the server stops: no other handler does so this early.
final class FirstRequestGate<Session: Sendable>: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let session: NIOLoopBoundBox<Session?>
    private let guardian: RequestGuard
    private let admit: @Sendable (HTTPRequestHead) async -> Session?
    private let dismiss: @Sendable (Session) -> Void
    /// The parts that arrived while `admit` was running, starting with the head of the first request.
    private var held: [HTTPServerRequestPart] = []

    /// - Parameters:
    ///   - session: receives the admitted session, for the upgrade.
    ///   - guardian: the request guard, removed when the connection becomes a WebSocket.
    ///   - admit: returns a session for an accepted WebSocket request, `nil` for a refused one.
    ///   - dismiss: releases an admitted session if the connection has closed in the meantime.
    init(
        session: NIOLoopBoundBox<Session?>, guardian: RequestGuard,
        admit: @escaping @Sendable (HTTPRequestHead) async -> Session?,
        dismiss: @escaping @Sendable (Session) -> Void
    ) {
        self.session = session
        self.guardian = guardian
        self.admit = admit
        self.dismiss = dismiss
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = Self.unwrapInboundIn(data)
        guard held.isEmpty else { return held.append(part) }
        guard case .head(let head) = part else { return context.fireChannelRead(data) }
        guard Self.isHandshake(head) else { return pass(head, nil, context) }
        held.append(part)
        context.eventLoop.makeFutureWithTask { [admit] in await admit(head) }
            .assumeIsolated()
            .whenSuccess { self.pass(head, $0, context) }
    }

    /// Whether a request is a valid WebSocket handshake (RFC 6455, section 4.2.1).
    private static func isHandshake(_ head: HTTPRequestHead) -> Bool {
        let keys = head.headers["sec-websocket-key"]
        return head.version == .http1_1 && head.method == .GET
            && head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
            && head.headers["sec-websocket-version"] == ["13"]
            && keys.count == 1 && Data(base64Encoded: keys[0])?.count == 16
            && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
            // A request with a body is answered as plain HTTP, once the body has arrived.
            && !head.headers.contains(name: "content-length") && !head.headers.contains(name: "transfer-encoding")
    }

    private func pass(_ head: HTTPRequestHead, _ admitted: Session?, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else {
            if let admitted { dismiss(admitted) }
            return
        }
        var head = head
        if let admitted {
            session.value = admitted
            context.pipeline.syncOperations.removeHandler(guardian, promise: nil)
            // The guard may have held back a read.
            context.read()
        } else {
            head.headers.remove(name: "upgrade")
        }
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
        for part in held.dropFirst() { context.fireChannelRead(Self.wrapInboundOut(part)) }
        if !held.isEmpty { context.fireChannelReadComplete() }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
