import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import NIOWebSocket
import TelexAPI
import Testing

@testable import TelexServer
@testable import TelexSocket

/// The client's end of a connection to a `TestServer`, in memory or live.
struct TestConnection: Sendable {
    private let channel: any Channel

    /// Sends a part of a request.
    private func send(_ part: HTTPRequestPart) async throws {
        if let memory = channel as? NIOAsyncTestingChannel {
            try await memory.writeInbound(part)
        } else {
            try await channel.writeAndFlush(part)
        }
    }

    /// Sends a message of a WebSocket.
    func send(_ message: WebSocketMessage) async throws {
        if let memory = channel as? NIOAsyncTestingChannel {
            try await memory.writeInbound(message)
        } else {
            switch message {
            case .text(let text): try await channel.writeAndFlush(Outgoing.text(ByteBuffer(string: text)))
            case .binary(let data): try await channel.writeAndFlush(Outgoing.binary(data))
            }
        }
    }

    func close() async { try? await channel.close() }

    private typealias Outgoing = WebSocketConnection.Outgoing

    /// Takes what the server writes to a connection in memory.
    private final class Outlet<Part: Sendable>: ChannelOutboundHandler {
        typealias OutboundIn = Part
        private let parts: AsyncStream<Part>.Continuation
        init(_ parts: AsyncStream<Part>.Continuation) { self.parts = parts }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            parts.yield(Self.unwrapOutboundIn(data))
            promise?.succeed()
        }

        func handlerRemoved(context: ChannelHandlerContext) { parts.finish() }
    }

    /// Takes what arrives on a live connection.
    private final class Inlet<Part: Sendable>: ChannelInboundHandler {
        typealias InboundIn = Part
        private let parts: AsyncStream<Part>.Continuation
        init(_ parts: AsyncStream<Part>.Continuation) { self.parts = parts }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            parts.yield(Self.unwrapInboundIn(data))
            context.fireChannelRead(data)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        func handlerRemoved(context: ChannelHandlerContext) { parts.finish() }
    }

    // MARK: HTTP

    private typealias HTTP = (connection: TestConnection, parts: AsyncStream<HTTPResponsePart>)

    private static func open(
        _ method: String, _ target: String, _ headers: HTTPFields, _ body: [UInt8]?, _ server: TestServer
    ) async throws -> HTTP {
        let http = if let port = server.port { try await live(port) } else { try await memory(server) }
        var head = HTTPRequest(
            method: HTTPRequest.Method(rawValue: method)!, scheme: "http", authority: "127.0.0.1", path: target,
            headerFields: headers)
        if let body { head.headerFields[.contentLength] = "\(body.count)" }
        try await http.connection.send(.head(head))
        if let body { try await http.connection.send(.body(ByteBuffer(bytes: body))) }
        try await http.connection.send(.end(nil))
        return http
    }

    /// Wraps a channel in memory as the server wraps a connection.
    private static func channel<Inbound: Sendable, Outbound: Sendable>(
        _ server: TestServer
    ) async throws -> (NIOAsyncTestingChannel, NIOAsyncChannel<Inbound, Outbound>, AsyncStream<Outbound>) {
        let channel = NIOAsyncTestingChannel()
        let (parts, outlet) = AsyncStream<Outbound>.makeStream()
        let wrapped = try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(Outlet(outlet))
            return try NIOAsyncChannel<Inbound, Outbound>(wrappingChannelSynchronously: channel)
        }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        _ = server.server.limit.enter(channel, from: channel.address)
        return (channel, wrapped, parts)
    }

    private static func memory(_ server: TestServer) async throws -> HTTP {
        let (channel, wrapped, parts): (_, NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>, _) = try await channel(
            server)
        Task { [connections = server.server.connections] in
            await connections.handleHTTP(asyncChannel: wrapped, logger: Logger(label: "test"))
        }
        return (TestConnection(channel: channel), parts)
    }

    private static func live(_ port: Int) async throws -> HTTP {
        let (parts, inlet) = AsyncStream<HTTPResponsePart>.makeStream()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandlers([HTTP1ToHTTPClientCodec(), Inlet(inlet)])
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return (TestConnection(channel: channel), parts)
    }

    static func response(
        to method: String, _ target: String, _ headers: HTTPFields, _ body: [UInt8]?, _ server: TestServer
    ) async throws -> TestResponse {
        let http = try await open(method, target, headers, body, server)
        let response = try await response(http)
        await http.connection.close()
        return response
    }

    private static func response(_ http: HTTP) async throws -> TestResponse {
        var (head, body): (HTTPResponse?, [UInt8]) = (nil, [])
        parts: for await part in http.parts {
            switch part {
            case .head(let response): head = response
            case .body(let data): body += data.readableBytesView
            case .end: break parts
            }
            // The rest never ends.
            if head?.headerFields[.contentType] == "text/event-stream" { break }
        }
        return TestResponse(head: try #require(head), body: body)
    }

    /// Sends bytes to a live server, and reads until it closes the connection.
    ///
    /// - Parameter ends: whether to close the sending side then.
    /// - Returns: all bytes, and the responses in them.
    static func exchange(
        _ bytes: [UInt8], ends: Bool = false, _ server: TestServer
    ) async throws -> [(head: String, body: String)] {
        let (parts, inlet) = AsyncStream<ByteBuffer>.makeStream()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: false)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Inlet(inlet)) }
            }
            .connect(host: "127.0.0.1", port: try #require(server.port)).get()
        try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        if ends { try? await channel.close(mode: .output) }
        var rest = await parts.reduce(into: [UInt8]()) { $0 += $1.readableBytesView }[...]
        var responses: [(head: String, body: String)] = []
        while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self).lowercased()
            let field = head.firstMatch(of: /content-length: ([0-9]+)/)
            let length = field.flatMap { Int($0.1) } ?? 0
            #expect(rest[end.upperBound...].count >= length, "cut short: \(head)")
            responses.append((head, String(decoding: rest[end.upperBound...].prefix(length), as: UTF8.self)))
            rest = rest[end.upperBound...].dropFirst(length)
        }
        #expect(rest.isEmpty)
        return responses
    }

    // MARK: Channels

    static func push(
        _ target: String, _ headers: HTTPFields, _ server: TestServer, _ location: SourceLocation
    ) async throws -> TestChannel {
        let http = try await open("GET", target, headers, nil, server)
        let response = try await response(http)
        response.check("GET", target, location)
        if let problem = response.problem {
            await http.connection.close()
            throw problem
        }
        let (output, outlet) = AsyncStream<TestChannel.Output>.makeStream()
        Task {
            var text: [UInt8] = []
            for await part in http.parts {
                // HTTP's end of the response; the connection stays open.
                if case .end = part { break }
                guard case .body(let data) = part else { continue }
                text += data.readableBytesView
                while let end = text.firstRange(of: Array("\n\n".utf8)) {
                    if let item = event(String(decoding: text[..<end.lowerBound], as: UTF8.self)) {
                        outlet.yield(.item(item))
                    }
                    text.removeSubrange(..<end.upperBound)
                }
            }
            outlet.finish()
        }
        return try await note(TestChannel(output, http.connection, hearsPresence: false, location), server)
    }

    private static func note(_ channel: TestChannel, _ server: TestServer) -> TestChannel {
        server.note(channel)
        return channel
    }

    /// Reads one Server-Sent Event; `nil` for a comment.
    private static func event(_ text: String) -> TestChannel.Item? {
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            guard let colon = line.firstRange(of: ": ") else { continue }
            fields[line[..<colon.lowerBound]] = line[colon.upperBound...]
        }
        guard let data = fields["data"], let frame = frame(Array(data.utf8)) else { return nil }
        #expect(frame.kind.rawValue == fields["event"].map(String.init))
        return TestChannel.Item(frame: frame, event: fields["id"].flatMap { Int64($0) })
    }

    private static func item(_ text: ByteBuffer) -> TestChannel.Item? {
        frame(Array(buffer: text)).map { TestChannel.Item(frame: $0) }
    }

    private static func frame(_ bytes: [UInt8]) -> Frame? {
        let frame = try? Frame(body: bytes)
        // Otherwise, it has members that the type lacks.
        #expect(frame?.body == bytes)
        return frame
    }

    static func live(
        _ chat: String, _ token: String?, _ server: TestServer, _ hearsPresence: Bool, _ location: SourceLocation
    ) async throws -> TestChannel {
        let target = Route.live(chat: chat).path
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: target,
            headers: ["host": "127.0.0.1", "authorization": "Bearer \(token ?? "")"])
        let (output, outlet) = AsyncStream<TestChannel.Output>.makeStream()
        let connection: TestConnection? =
            if let port = server.port { try await upgrade(head, port, outlet) } else {
                try await admit(head, server, outlet)
            }
        guard let connection else {
            // The server answers a refused upgrade as a plain request.
            let headers: HTTPFields = [.authorization: "Bearer \(token ?? "")"]
            let response = try await response(to: "GET", target, headers, nil, server)
            response.check("GET", target, location)
            throw try #require(response.problem)
        }
        return try await note(TestChannel(output, connection, hearsPresence: hearsPresence, location), server)
    }

    private static func admit(
        _ head: HTTPRequestHead, _ server: TestServer, _ outlet: AsyncStream<TestChannel.Output>.Continuation
    ) async throws -> TestConnection? {
        let (channel, wrapped, messages): (_, WebSocketConnection.Channel, _) = try await channel(server)
        guard let subscription = await server.server.connections.admit(head, channel, channel.address) else {
            try await wrapped.executeThenClose { _, _ in }
            return nil
        }
        Task {
            for await message in messages {
                switch message {
                case .text(let text): if let item = item(text) { outlet.yield(.item(item)) }
                case .binary: Issue.record("a binary frame")
                case .close(let code):
                    outlet.yield(.close(Int(UInt16(webSocketErrorCode: code))))
                    try? await channel.close()
                }
            }
            outlet.finish()
        }
        Task { await LiveSocket.run(wrapped, subscription, server.service) }
        return TestConnection(channel: channel)
    }

    private static func upgrade(
        _ head: HTTPRequestHead, _ port: Int, _ outlet: AsyncStream<TestChannel.Output>.Continuation
    ) async throws -> TestConnection? {
        let (frames, inlet) = AsyncStream<WebSocketFrame>.makeStream()
        let negotiated = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOTypedWebSocketClientUpgrader<TestConnection?>(maxFrameSize: 1 << 20) {
                        channel, _ in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandlers([
                                Inlet(inlet), WebSocketHandler(.client, longest: 1 << 20),
                            ])
                            return TestConnection(channel: channel)
                        }
                    }
                    let upgrade = NIOTypedHTTPClientUpgradeConfiguration(
                        upgradeRequestHead: head, upgraders: [upgrader]
                    ) { channel in channel.close().map { nil } }
                    var configuration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
                    configuration.leftOverBytesStrategy = .forwardBytes
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: configuration)
                }
            }
        guard let connection = try await negotiated.get() else { return nil }
        Task {
            for await frame in frames {
                var data = frame.unmaskedData
                switch frame.opcode {
                case .text: if let item = item(data) { outlet.yield(.item(item)) }
                case .connectionClose: data.readInteger(as: UInt16.self).map { _ = outlet.yield(.close(Int($0))) }
                default: break
                }
            }
            outlet.finish()
        }
        return connection
    }
}
