import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket
import TelexAPI
import TelexNetwork
import TelexSocket

/// The live channel of one chat.
struct ChatWebSocket: Sendable {
    /// How long connecting may take, and how long the handshake.
    private static let patience = TimeAmount.seconds(10)
    /// The longest frame from the server, in bytes: a message of the longest text, escaped.
    private static let longest = 1 << 20

    private enum Negotiated: Sendable {
        case socket(WebSocketConnection.Channel)
        case refused
    }

    let account: Account

    /// Opens the channel, and passes on its frames until it ends.
    func run(
        _ chat: String, outgoing: AsyncStream<WebSocketConnection.Outgoing>,
        take: @escaping @Sendable (Frame) -> Void
    ) async throws {
        guard case .socket(let channel) = try await connect(chat).get() else { return }
        try await WebSocketConnection.run(channel, outgoing: outgoing) { message in
            // Ignore frames that cannot be decoded: the server may be newer.
            if case .text(let text) = message, let frame = try? Frame(answer: text.utf8) {
                take(frame)
            }
        }
    }

    private func connect(_ chat: String) async throws -> EventLoopFuture<Negotiated> {
        guard let url = URL(string: account.url), let host = url.host else { throw ChannelError.unknownLocalAddress }
        let isSecure = url.scheme == "https"
        let port = url.port ?? (isSecure ? 443 : 80)
        let trust = Trust(authority: account.authority)
        let context = try isSecure ? NIOSSLContext(configuration: trust.configuration) : nil
        let name = host.contains(":") ? "[\(host)]" : host
        let headers: HTTPHeaders = ["host": "\(name):\(port)", "authorization": "Bearer \(account.token)"]
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: ServerAddress.path(of: account.url) + Route.live(chat: chat).path,
            headers: headers)
        let proxy = try ProxySettings.system.proxy(for: account.url)
        return try await Tunnel.connect(host: host, port: port, through: proxy, patience: Self.patience) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let context {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: context, serverHostname: Trust.name(host)))
                }
                return try Self.upgrade(channel, head)
            }
        }
    }

    private static func upgrade(_ channel: any Channel, _ head: HTTPRequestHead) throws -> EventLoopFuture<Negotiated> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Negotiated>(maxFrameSize: longest) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                .socket(try WebSocketConnection.channel(channel, .client, longest: longest))
            }
        }
        let upgrade = NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) {
            channel in
            channel.close().map { .refused }
        }
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
        // Otherwise, frames that arrive with the response are lost.
        configuration.leftOverBytesStrategy = .forwardBytes
        let result = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: configuration)
        let deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        result.whenComplete { _ in deadline.cancel() }
        return result
    }
}
