import NIOConcurrencyHelpers
import NIOCore
import NIOTLS
import TelexAPI

/// Counts the connections, and turns away those that are too many.
final class ConnectionLimit: Sendable {
    enum Verdict: Sendable {
        case welcome
        /// It is told to come later.
        case turnedAway
        /// There are too many to tell even that.
        case closed
    }

    private let limit: Int
    private let patience: Int
    private let count = NIOLockedValueBox(0)

    /// - Parameters:
    ///   - limit: how many there may be.
    ///   - patience: how many may be told at a time that they are too many.
    init(_ limit: Int, patience: Int) {
        self.limit = limit
        self.patience = patience
    }

    /// Counts a connection until it ends.
    func enter(_ channel: any Channel) -> Verdict {
        let number = count.withLockedValue { count in
            count += 1
            return count
        }
        channel.closeFuture.whenComplete { [count] _ in count.withLockedValue { $0 -= 1 } }
        return number <= limit ? .welcome : number <= limit + patience ? .turnedAway : .closed
    }
}

/// Tells a connection that there are too many, and ends it.
final class TurnAwayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let answer: ByteBuffer = {
        let problem = Problem(
            .serviceUnavailable, "There are too many connections to this server. Try again later.", retryAfter: 5)
        let body = APICoder.encode(problem)
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

    /// How long the handshake may take.
    private static let patience = TimeAmount.seconds(10)

    private let isSecure: Bool
    private var isTold = false

    /// - Parameter isSecure: whether there is a handshake to wait for.
    init(isSecure: Bool) { self.isSecure = isSecure }

    func handlerAdded(context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
        if context.channel.isActive, !isSecure { tell(context) }
    }

    func channelActive(context: ChannelHandlerContext) { if !isSecure { tell(context) } }

    private func tell(_ context: ChannelHandlerContext) {
        guard !isTold else { return }
        isTold = true
        context.writeAndFlush(Self.wrapOutboundOut(Self.answer), promise: nil)
        Farewell.close(context)
    }

    // What it asks for is not read.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { tell(context) }
        if Farewell.isDue(event) { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Ends a connection whose peer may still be sending: closed at once, the system would take the answer back.
enum Farewell {
    private static let patience = TimeAmount.seconds(1)

    static func close(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
    }

    /// Whether the peer has nothing more to send, or the server stops.
    static func isDue(_ event: Any) -> Bool {
        event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed
    }
}
