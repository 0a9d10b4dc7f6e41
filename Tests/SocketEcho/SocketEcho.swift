import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import TelexSocket

/// Echoes WebSocket messages, as server or client, for the Autobahn test suite (`Scripts/soak websocket`).
///
///     socket-echo serve               listens on 127.0.0.1, prints the port
///     socket-echo join PORT PATH …    connects to 127.0.0.1, for each path in turn
@main
enum SocketEcho {
    typealias Channel = WebSocketConnection.Channel

    /// The longest message that the test suite sends, in bytes.
    static let longest = 16 << 20

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first.flatMap { Int($0) }) {
        case ("serve", nil): try await serve()
        case ("join", let port?): for path in arguments.dropFirst(2) { try await join(port, path) }
        default:
            FileHandle.standardError.write(Data("usage: socket-echo serve | join PORT PATH ...\n".utf8))
            exit(64)
        }
    }

    /// Runs a connection to its end, and echoes its messages.
    static func run(_ channel: Channel) async throws {
        let (outgoing, echo) = AsyncStream<WebSocketConnection.Outgoing>.makeStream()
        try await WebSocketConnection.run(channel, outgoing: outgoing) { message in
            switch message {
            case .text(let text): echo.yield(.text(ByteBuffer(string: text)))
            case .binary(let data): echo.yield(.binary(data))
            }
        }
    }

    // MARK: As a server

    static func serve() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOTypedWebSocketServerUpgrader<Channel?>(
                        maxFrameSize: longest,
                        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                        upgradePipelineHandler: { channel, _ in wrap(channel, .server) })
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                        configuration: .init(
                            upgradeConfiguration: .init(upgraders: [upgrader]) { $0.close().map { nil } }))
                }
            }
        print(server.channel.localAddress?.port ?? 0)
        fflush(nil)
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    group.addTask { if let channel = try? await connection.get() { try? await run(channel) } }
                }
            }
        }
    }

    private static func wrap(
        _ channel: any NIOCore.Channel, _ role: WebSocketConnection.Role
    ) -> EventLoopFuture<Channel?> {
        channel.eventLoop.makeCompletedFuture { try WebSocketConnection.channel(channel, role, longest: longest) }
    }

    // MARK: As a client

    static func join(_ port: Int, _ path: String) async throws {
        let upgraded = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOTypedWebSocketClientUpgrader<Channel?>(maxFrameSize: longest) { channel, _ in
                        wrap(channel, .client)
                    }
                    let head = HTTPRequestHead(
                        version: .http1_1, method: .GET, uri: path, headers: ["host": "127.0.0.1:\(port)"])
                    var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
                        upgradeConfiguration: .init(upgradeRequestHead: head, upgraders: [upgrader]) {
                            $0.close().map { nil }
                        })
                    configuration.leftOverBytesStrategy = .forwardBytes
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: configuration)
                }
            }
        if let channel = try await upgraded.get() { try? await run(channel) }
    }
}
