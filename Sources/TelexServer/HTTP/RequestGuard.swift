import NIOCore
import NIOHTTP1
import TelexAPI

/// Checks the requests of a connection as they arrive.
///
/// A request that is too slow, too large or not HTTP is answered here and ends the connection. Hummingbird limits how
/// long a connection may be idle between requests.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long the first request's header may take to arrive, from the start of the connection, TLS handshake
    /// included.
    private static let headerPatience = TimeAmount.seconds(20)
    /// How long a body may take to arrive; that of an upload, how long the client may send nothing of it.
    private static let bodyPatience = TimeAmount.seconds(30)

    private let largestFile: Int64
    private var deadline: Scheduled<Void>?
    private var isReadingBody = false
    /// Whether the body being read is that of an upload.
    private var isUpload = false
    /// When the client last sent a part of an upload.
    private var lastPart = NIODeadline.distantPast
    /// Whether the reader waits for the client. Otherwise it is the reader that is slow.
    private var isWanting = false
    /// The number of requests without a complete response.
    private var outstanding = 0
    private var isAnswering = false
    /// The problem that ends the connection, once earlier requests have been answered.
    private var verdict: Problem?
    private var isOver = false
    /// Whether to stop reading: after a possible upgrade, NIO's decoder stops and buffers everything that follows.
    private var isDeaf = false
    /// The connection's last request, once it has arrived. Later ones are dropped.
    private var final: HTTPRequestHead?
    /// Whether the connection closes after the current response.
    private var isLast = false
    /// Whether the request being read is a HEAD request, whose response has no body.
    private var isHead = false

    /// - Parameter largestFile: the longest body of an upload, in bytes.
    init(largestFile: Int64 = FileLimits().file) { self.largestFile = largestFile }

    func handlerAdded(context: ChannelHandlerContext) {
        wait(Self.headerPatience, context, "Timed out waiting for the request's header.")
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    private func wait(_ patience: TimeAmount, _ context: ChannelHandlerContext, _ sentence: String) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            // An upload may take long, as long as data arrives. The rest of one that has its response may not.
            if self.isUpload, self.isReadingBody, self.outstanding > 0 {
                let rest =
                    self.isWanting ? self.lastPart + Self.bodyPatience - context.eventLoop.now : Self.bodyPatience
                if rest > .zero { return self.wait(rest, context, sentence) }
            }
            self.refuse(Problem(.requestTimeout, sentence), context)
        }
    }

    private func forgetDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    // MARK: Inbound

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard verdict == nil, !isOver else { return }
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            if final != nil { return }
            isHead = head.method == .HEAD
            if let problem = HostHeader.problem(in: head) { return refuse(problem, context) }
            isUpload = Self.isUpload(head)
            isDeaf = Self.mayUpgrade(head)
            if isDeaf || Self.endsConnection(head) { final = head }
            isReadingBody = true
            outstanding += 1
            forgetDeadline()
            answerExpectation(of: head, context)
        case .body:
            if !isReadingBody { return }
            if isUpload { (lastPart, isWanting) = (context.eventLoop.now, false) }
        case .end:
            if !isReadingBody { return }
            (isReadingBody, isHead) = (false, false)
            forgetDeadline()
        }
        context.fireChannelRead(data)
    }

    private static func isUpload(_ head: HTTPRequestHead) -> Bool {
        guard head.method == .PUT, case .upload = try? Route(method: "PUT", target: head.uri) else { return false }
        return true
    }

    private static func mayUpgrade(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT || head.headers.contains(name: "upgrade")
    }

    /// Whether the connection closes after the response (RFC 9112, section 9.3). HTTP/1.0 clients get no `keep-alive`.
    private static func endsConnection(_ head: HTTPRequestHead) -> Bool {
        head.version != .http1_1
            || head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
    }

    func read(context: ChannelHandlerContext) {
        isWanting = true
        if !isDeaf || isReadingBody { context.read() }
    }

    /// Answers `Expect: 100-continue` (RFC 9110, section 10.1.1), unless the announced body is too long.
    private func answerExpectation(of head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard head.version == .http1_1, outstanding == 1,
            head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }),
            head.headers.first(name: "content-length").flatMap({ Int64($0) }) ?? 0
                <= (isUpload ? largestFile : Int64(Limits.longestBody))
        else { return }
        let answer = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(Self.wrapOutboundOut(.head(answer)), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isReadingBody, deadline == nil, verdict == nil {
            wait(Self.bodyPatience, context, "Timed out waiting for the request's body.")
        }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        endBody(context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? HTTPParserError {
        case nil: context.fireErrorCaught(error)
        case .headerOverflow:
            let most = "\(Limits.longestHeader) bytes and \(Limits.headerFields) fields at most"
            refuse(Problem(.requestHeaderFieldsTooLarge, "The request's header is too large: \(most)."), context)
        default: refuse(Problem(.badRequest, "Not a complete HTTP/1.1 request."), context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isOver, Farewell.isDue(event) { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Outbound

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch Self.unwrapOutboundIn(data) {
        case .head(var head):
            isAnswering = true
            if let final, outstanding == 1 {
                head.headers.replaceOrAdd(name: "connection", value: "close")
                // HTTP/1.0 has no chunked encoding: the end of the connection ends the body.
                if final.version != .http1_1, !head.headers.contains(name: "content-length") { head.version = .http1_0 }
            }
            isLast = head.headers[canonicalForm: "connection"].contains("close")
            context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            isAnswering = false
            outstanding -= 1
            if isLast {
                isOver = true
                forgetDeadline()
                let written = promise ?? context.eventLoop.makePromise()
                written.futureResult.assumeIsolated().whenComplete { _ in Farewell.close(context) }
                context.write(data, promise: written)
            } else {
                context.write(data, promise: promise)
                if verdict != nil { carryOut(context) }
            }
        }
    }

    /// Accepts no more requests, and reports the problem once earlier ones have been answered.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        // Ignore what follows the last request.
        guard verdict == nil, final == nil || isReadingBody else { return }
        verdict = problem
        forgetDeadline()
        carryOut(context)
    }

    private func carryOut(_ context: ChannelHandlerContext) {
        guard !isOver, let verdict, outstanding <= (isReadingBody ? 1 : 0) else { return }
        isOver = true
        if isAnswering { return context.close(promise: nil) }
        // A request with an incomplete body may have its response already; then `outstanding` is 0.
        if !isReadingBody || outstanding == 1 { write(verdict, context) }
        Farewell.close(context)
        endBody(context)
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(bytes: problem.body)
        let headers: HTTPHeaders = [
            "content-type": Problem.mediaType, "content-length": "\(body.readableBytes)", "connection": "close",
        ]
        let status = HTTPResponseStatus(statusCode: problem.status)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        if !isHead { context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Fails the reader of an incomplete body.
    private func endBody(_ context: ChannelHandlerContext) {
        guard isReadingBody else { return }
        isReadingBody = false
        context.fireErrorCaught(Unfinished())
    }

    /// The error that ends an incomplete body.
    struct Unfinished: Error {}
}
