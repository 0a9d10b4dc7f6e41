import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import TelexServer

/// Tests one connection with a handler that answers each request with "ok".
@Suite struct RequestGuardTests {
    private final class Answerer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        /// Whether responses have a known length.
        let hasLength: Bool
        /// Whether to answer a request before its body.
        let isEarly: Bool
        private(set) var paths: [String] = []
        init(hasLength: Bool, isEarly: Bool = false) { (self.hasLength, self.isEarly) = (hasLength, isEarly) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch Self.unwrapInboundIn(data) {
            case .head(let head):
                paths.append(head.uri)
                if isEarly { answer(context) }
            case .body: break
            case .end: if !isEarly { answer(context) }
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            let headers: HTTPHeaders = hasLength ? ["content-length": "2"] : [:]
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
            context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
            context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "ok")))), promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// Sends all bytes in one read.
    ///
    /// - Returns: the response, the requested paths, and whether the server closed its side.
    private func exchange(
        _ sent: String, hasLength: Bool = true
    ) throws -> (received: String, paths: [String], isClosed: Bool) {
        let channel = EmbeddedChannel()
        let answerer = Answerer(hasLength: hasLength)
        let closing = Closing()
        try channel.pipeline.syncOperations.addHandler(closing)
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false)
        try channel.pipeline.syncOperations.addHandlers([RequestGuard(), answerer])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(string: sent))
        var received = ""
        while let part = try channel.readOutbound(as: ByteBuffer.self) { received += String(buffer: part) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return (received, answerer.paths, closing.isClosed)
    }

    /// Sends a request with a body of 10 bytes, one each 20 seconds.
    ///
    /// - Parameter count: how many bytes to send.
    /// - Returns: what the server has answered 20 seconds after the last one, whether it has closed its side then, and
    ///   what it has answered 10 seconds later.
    private func trickle(
        _ line: String, count: Int = 9, isEarly: Bool = false
    ) throws -> (meanwhile: String, isClosed: Bool, end: String) {
        let channel = EmbeddedChannel()
        let closing = Closing()
        try channel.pipeline.syncOperations.addHandler(closing)
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false)
        let answerer = Answerer(hasLength: true, isEarly: isEarly)
        try channel.pipeline.syncOperations.addHandlers([RequestGuard(), answerer])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        func answer() throws -> String {
            var received = ""
            while let part = try channel.readOutbound(as: ByteBuffer.self) { received += String(buffer: part) }
            return received
        }
        try channel.writeInbound(
            ByteBuffer(string: "\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"))
        for _ in 0..<count {
            channel.embeddedEventLoop.advanceTime(by: .seconds(20))
            // A refused body ends with an error.
            _ = try? channel.writeInbound(ByteBuffer(string: "x"))
            channel.read()
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        let (meanwhile, isClosed) = (try answer(), closing.isClosed)
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        let end = try answer()
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return (meanwhile, isClosed, end)
    }

    private static let upload = "PUT /v1/files/abcdefghijklmnopqrstuv"

    @Test func anUploadMayTakeLongWhileItGoesOn() throws {
        let (meanwhile, isClosed, end) = try trickle(Self.upload)
        #expect(meanwhile == "" && !isClosed && end.hasPrefix("HTTP/1.1 408"))
    }

    @Test(arguments: ["POST /v1/files/abcdefghijklmnopqrstuv", "PUT /v1/chats/a+b/marks", "PUT /v1/files/a/info"])
    func noOtherBodyMayTakeLong(line: String) throws {
        #expect(try trickle(line).meanwhile.hasPrefix("HTTP/1.1 408"))
    }

    @Test func theRestOfARefusedUploadMayNotTakeLong() throws {
        let (meanwhile, isClosed, end) = try trickle(Self.upload, isEarly: true)
        #expect(meanwhile.hasPrefix("HTTP/1.1 200") && !meanwhile.contains("408") && end == "" && isClosed)
    }

    @Test(arguments: [(1 << 30, true), ((1 << 30) + 1, false)])
    func expectsAsMuchOfAnUploadAsAFileMayHave(length: Int, isExpected: Bool) throws {
        let (received, _, _) = try exchange(
            "\(Self.upload) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n")
        #expect(received.hasPrefix("HTTP/1.1 100") == isExpected)
    }

    private final class Closing: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private(set) var isClosed = false

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode == .output { isClosed = true }
            context.close(mode: mode, promise: promise)
        }
    }

    private func count(_ status: String, _ text: String) -> Int { text.components(separatedBy: status).count - 1 }

    @Test(arguments: [
        ("", "no \\\"Host\\\""),
        ("Host: a\r\nHost: a\r\n", "more than one"), ("Host: a\r\nhost: b\r\n", "more than one"),
        ("Host: a b\r\n", "invalid"), ("Host: a/b\r\n", "invalid"), ("Host: a@b\r\n", "invalid"),
    ])
    func refusesInvalidHostHeaders(fields: String, word: String) throws {
        let (received, paths, isClosed) = try exchange(
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\n\(fields)Content-Length: 2\r\n\r\nhi"
                + "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(paths == ["/1"] && isClosed)
        #expect(count("HTTP/1.1 200 OK", received) == 1 && count("HTTP/1.1 400 Bad Request", received) == 1)
        #expect(received.contains(word) && received.contains("application/problem+json"))
    }

    @Test(arguments: ["a", "", "a.example:8520", "127.0.0.1:1", "[::1]:8520", "%C3%A9", "a_b"])
    func acceptsValidHostHeaders(host: String) throws {
        let (received, paths, isClosed) = try exchange("GET /1 HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(paths == ["/1"] && received.hasPrefix("HTTP/1.1 200") && !isClosed)
    }

    @Test func sendsNoBodyForHEAD() throws {
        let (received, _, _) = try exchange("HEAD /1 HTTP/1.1\r\n\r\n")
        #expect(received.hasPrefix("HTTP/1.1 400") && received.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [
        "HTTP/1.0\r\n\r\n", "HTTP/1.0\r\nHost: a\r\n\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "HTTP/1.1\r\nHost: a\r\nConnection: TE, Close\r\n\r\n",
    ])
    func closesAfterTheLastResponse(rest: String) throws {
        let next = "POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhinonsense\r\n\r\n"
        let (received, paths, isClosed) = try exchange(
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 \(rest)\(next)")
        #expect(paths == ["/1", "/2"] && isClosed)
        #expect(count("HTTP/1.1 200 OK", received) == 2 && count("connection: close", received) == 1)
        #expect(received.hasSuffix("ok"))
    }

    @Test func sendsNoChunksToHTTP10Clients() throws {
        let (received, _, isClosed) = try exchange("GET /1 HTTP/1.0\r\n\r\n", hasLength: false)
        #expect(received == "HTTP/1.0 200 OK\r\nconnection: close\r\n\r\nok" && isClosed)
    }
}
