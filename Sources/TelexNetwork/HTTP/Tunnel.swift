import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix

/// Opens connections that are not those of `HTTPSession`: directly, or through a proxy.
package enum Tunnel {
    /// Connects, and sets the channel up before the first byte to the server.
    ///
    /// - Parameter patience: how long connecting may take, and how long the proxy's response.
    package static func connect<Output: Sendable>(
        host: String, port: Int, through proxy: Proxy?, patience: TimeAmount,
        setUp: @escaping @Sendable (any Channel) -> EventLoopFuture<Output>
    ) async throws -> Output {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(patience)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        guard let proxy else {
            return try await bootstrap.connect(host: host, port: port, channelInitializer: setUp)
        }
        let (channel, tunnel) = try await bootstrap.connect(host: proxy.host, port: proxy.port) { channel in
            channel.eventLoop.makeCompletedFuture {
                (channel, try open(channel, host, port, proxy, deadline: .now() + patience))
            }
        }
        try await tunnel.get()
        return try await channel.eventLoop.flatSubmit {
            removeHandlers(channel).flatMap { setUp(channel) }
        }.get()
    }

    /// Removes what the proxy's response was read with.
    private static func removeHandlers(_ channel: any Channel) -> EventLoopFuture<Void> {
        do {
            let pipeline = channel.pipeline.syncOperations
            return pipeline.removeHandler(try pipeline.handler(type: HTTPRequestEncoder.self)).and(
                pipeline.removeHandler(
                    try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self))
            ).map { _ in }
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    /// Asks the proxy to connect to the server. The result succeeds when it has done so.
    private static func open(
        _ channel: any Channel, _ host: String, _ port: Int, _ proxy: Proxy, deadline: NIODeadline
    ) throws -> EventLoopFuture<Void> {
        let name = host.contains(":") ? "[\(host)]" : host
        var headers: HTTPHeaders = ["host": "\(name):\(port)"]
        if let authorization = proxy.authorization {
            headers.add(name: "proxy-authorization", value: authorization.headerValue)
        }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        try channel.pipeline.syncOperations.addHandlers([
            HTTPRequestEncoder(), ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes)),
            NIOHTTP1ProxyConnectHandler(
                targetHost: name, targetPort: port, headers: headers, deadline: deadline, promise: promise),
        ])
        return promise.futureResult
    }
}
