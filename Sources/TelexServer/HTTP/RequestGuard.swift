import NIOCore
import NIOHTTP1
import TelexAPI

/// Watches the requests of a connection as they come in: what takes too long, is too large or is no HTTP is answered here,
/// and ends the connection.
///
/// How long a connection may be idle between requests is Hummingbird's to see to.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long the first request's header may take to come, counted from the connection, TLS included.
    private static let headerPatience = TimeAmount.seconds(20)
    /// How long a body may take to come.
    private static let bodyPatience = TimeAmount.seconds(30)

    private var deadline: Scheduled<Void>?
    private var isReadingBody = false
    private var isAnswering = false
    private var isOver = false

    func handlerAdded(context: ChannelHandlerContext) {
        wait(Self.headerPatience, context, "The request's header did not come in time.")
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    private func wait(_ patience: TimeAmount, _ context: ChannelHandlerContext, _ sentence: String) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            self.refuse(Problem(.requestTimeout, sentence), context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch Self.unwrapInboundIn(data) {
        case .head:
            isReadingBody = true
            forgetDeadline()
        case .body: break
        case .end:
            isReadingBody = false
            forgetDeadline()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isReadingBody, deadline == nil {
            wait(Self.bodyPatience, context, "The request's body did not come in time.")
        }
        context.fireChannelReadComplete()
    }

    private func forgetDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch Self.unwrapOutboundIn(data) {
        // That the client may go on sending is no answer yet.
        case .head(let head):
            isAnswering = !(100..<200).contains(head.status.code) || head.status == .switchingProtocols
        case .body: break
        case .end: isAnswering = false
        }
        if isOver { promise?.fail(ChannelError.ioOnClosedChannel) } else { context.write(data, promise: promise) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? HTTPParserError {
        case nil: context.fireErrorCaught(error)
        case .headerOverflow:
            let most = "\(Limits.longestHeader) bytes and \(Limits.headerFields) fields at most"
            refuse(Problem(.requestHeaderFieldsTooLarge, "The request's header is too large: \(most)."), context)
        case .invalidEOFState: context.close(promise: nil)
        default: refuse(Problem(.badRequest, "That is no HTTP/1.1 request."), context)
        }
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        isOver = true
        forgetDeadline()
        guard !isAnswering else { return context.close(promise: nil) }
        let body = ByteBuffer(bytes: APICoder.encode(problem))
        let headers: HTTPHeaders = [
            "content-type": Problem.mediaType, "content-length": "\(body.readableBytes)", "connection": "close",
        ]
        let status = HTTPResponseStatus(statusCode: problem.status)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        Farewell.close(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isOver, Farewell.isDue(event) { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
