import NIOCore
import NIOTLS
import TelexAPI

/// Answers a connection over the limit with 503 and closes it.
final class TurnAwayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let answer: ByteBuffer = {
        let problem = Problem(
            .serviceUnavailable, "Too many connections. Try again later.", retryAfter: 5)
        let body = problem.body
        var answer = ByteBuffer(
            string: """
                HTTP/1.1 503 Service Unavailable\r
                content-type: \(Problem.mediaType)\r
                content-length: \(body.count)\r
                retry-after: 5\r
                connection: close\r
                \r

                """)
        answer.writeBytes(body)
        return answer
    }()

    /// How long the connection may stay open, TLS handshake included.
    private static let patience = TimeAmount.seconds(10)

    private let isSecure: Bool
    private var hasAnswered = false

    /// - Parameter isSecure: whether to wait for the TLS handshake before answering.
    init(isSecure: Bool) { self.isSecure = isSecure }

    func handlerAdded(context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
        if context.channel.isActive, !isSecure { tell(context) }
    }

    func channelActive(context: ChannelHandlerContext) { if !isSecure { tell(context) } }

    private func tell(_ context: ChannelHandlerContext) {
        guard !hasAnswered else { return }
        hasAnswered = true
        context.writeAndFlush(Self.wrapOutboundOut(Self.answer), promise: nil)
        Farewell.close(context)
    }

    // Ignores the request.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { tell(context) }
        if Farewell.isDue(event) { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Closes a connection whose peer may still be sending: the output first, the rest a second later.
///
/// An immediate close would reset the connection, and the peer could lose the answer.
enum Farewell {
    private static let patience = TimeAmount.seconds(1)

    static func close(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
    }

    /// Whether an event means that the peer has finished sending, or that the server is stopping.
    static func isDue(_ event: Any) -> Bool {
        event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed
    }
}
