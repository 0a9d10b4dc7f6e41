import Foundation
import NIOCore
import NIOHTTP1

/// Stands before the upgrade of a connection until its first request is through.
///
/// NIO's typed upgrade handler drops a request that asks for an upgrade and does not get one (apple/swift-nio#2632), so
/// what is to be refused goes on without its `Upgrade` header, and is answered like any other. Nobody else looks after the
/// server's stop this early: that is seen to here.
final class FirstRequestGate<Session: Sendable>: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let session: NIOLoopBoundBox<Session?>
    private let guardian: RequestGuard
    private let admit: @Sendable (HTTPRequestHead) async -> Session?
    private let dismiss: @Sendable (Session) -> Void
    /// What came while the first request was being looked at; that request itself first.
    private var held: [HTTPServerRequestPart] = []

    /// - Parameters:
    ///   - session: where what was admitted is left for the upgrade.
    ///   - guardian: the guard of the requests, which goes when there are none any more.
    ///   - admit: says whether a request for a WebSocket gets one.
    ///   - dismiss: takes back what was admitted when the connection is gone by then.
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

    /// Whether it asks for a WebSocket as RFC 6455 has it (section 4.2.1).
    private static func isHandshake(_ head: HTTPRequestHead) -> Bool {
        let keys = head.headers["sec-websocket-key"]
        return head.version == .http1_1 && head.method == .GET
            && head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
            && head.headers["sec-websocket-version"] == ["13"]
            && keys.count == 1 && Data(base64Encoded: keys[0])?.count == 16
            && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
            // One that has a body is answered when that has come.
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
            // The guardian may have kept back what was to be read.
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
