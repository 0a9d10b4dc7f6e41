import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on the loopback interface that answers as a test says.
final class ScriptedServer: Sendable {
    struct Asked: Sendable {
        let head: HTTPRequestHead
        var body: [UInt8] = []

        var path: String { head.uri }
        subscript(header: String) -> String? { head.headers.first(name: header) }
    }

    struct Reply: Sendable {
        var status: HTTPResponseStatus
        var headers: HTTPHeaders = [:]
        var body: [UInt8] = []
        /// Whether to close the connection after the body, even if more was announced.
        var isCut = false
        /// Whether spaces follow one by one, and no end.
        var drips = false

        /// A reply with a length.
        static func ok(_ body: [UInt8], _ status: HTTPResponseStatus = .ok, _ headers: HTTPHeaders = [:]) -> Reply {
            var headers = headers
            headers.replaceOrAdd(name: "content-length", value: "\(body.count)")
            return Reply(status: status, headers: headers, body: body)
        }
    }

    private let channel: any Channel
    private let seen = NIOLockedValueBox<[Asked]>([])

    var url: String { "http://127.0.0.1:\(channel.localAddress!.port!)" }
    var requests: [Asked] { seen.withLockedValue { $0 } }

    /// - Parameter reply: answers a request.
    convenience init(reply: @escaping @Sendable (Asked) -> Reply = { _ in .ok([]) }) async throws {
        try await self.init(early: { _ in nil }, reply: reply)
    }

    /// - Parameters:
    ///   - early: answers a request before its body is read, which is not read then; `nil` to read it.
    ///   - reply: answers a request.
    init(
        early: @escaping @Sendable (HTTPRequestHead) -> Reply?, reply: @escaping @Sendable (Asked) -> Reply
    ) async throws {
        let seen = seen
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
                    try channel.pipeline.syncOperations.addHandler(Answerer(early: early, reply: reply, seen: seen))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    deinit { channel.close(promise: nil) }

    private final class Answerer: ChannelDuplexHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        let early: @Sendable (HTTPRequestHead) -> Reply?
        let reply: @Sendable (Asked) -> Reply
        let seen: NIOLockedValueBox<[Asked]>
        private var asked: Asked?
        private var isDeaf = false

        init(
            early: @escaping @Sendable (HTTPRequestHead) -> Reply?, reply: @escaping @Sendable (Asked) -> Reply,
            seen: NIOLockedValueBox<[Asked]>
        ) {
            (self.early, self.reply, self.seen) = (early, reply, seen)
        }

        func read(context: ChannelHandlerContext) { if !isDeaf { context.read() } }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch Self.unwrapInboundIn(data) {
            case .head(let head):
                asked = Asked(head: head)
                if let reply = early(head) {
                    isDeaf = true
                    answer(reply, context)
                }
            case .body(let part): asked?.body += part.readableBytesView
            case .end:
                guard let asked, !isDeaf else { return }
                seen.withLockedValue { $0.append(asked) }
                answer(reply(asked), context)
            }
        }

        private func answer(_ reply: Reply, _ context: ChannelHandlerContext) {
            if reply.status == .processing { return }
            let head = HTTPResponseHead(version: .http1_1, status: reply.status, headers: reply.headers)
            context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
            let body = Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body))))
            if reply.drips { return drip(context) }
            guard reply.isCut else {
                context.write(body, promise: nil)
                return context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
            }
            let written = context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
            context.writeAndFlush(body, promise: written)
        }

        private func drip(_ context: ChannelHandlerContext) {
            if !context.channel.isActive { return }
            context.writeAndFlush(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: " ")))), promise: nil)
            _ = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(5)) { self.drip(context) }
        }
    }
}
