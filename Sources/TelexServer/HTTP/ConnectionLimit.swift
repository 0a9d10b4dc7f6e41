import NIOConcurrencyHelpers
import NIOCore
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

    /// How many may be told at a time that they are too many.
    private static let patience = 256

    private let limit: Int
    private let count = NIOLockedValueBox(0)

    init(_ limit: Int) { self.limit = limit }

    /// Counts a connection until it ends.
    func enter(_ channel: any Channel) -> Verdict {
        let number = count.withLockedValue { count in
            count += 1
            return count
        }
        channel.closeFuture.whenComplete { [count] _ in count.withLockedValue { $0 -= 1 } }
        return number <= limit ? .welcome : number <= limit + Self.patience ? .turnedAway : .closed
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

    private var isTold = false

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { tell(context) } }

    func channelActive(context: ChannelHandlerContext) { tell(context) }

    private func tell(_ context: ChannelHandlerContext) {
        guard !isTold else { return }
        isTold = true
        context.writeAndFlush(Self.wrapOutboundOut(Self.answer), promise: nil)
        Farewell.close(context)
    }

    // What it asks for is not read.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
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
