import Foundation
import GRDB
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import TelexAPI
import UnixSignals

/// A server, which serves one database file at one address.
package struct TelexServer: Sendable {
    private let path: String
    private let settings: ServerSettings
    let service: ChatService
    private let responder: APIResponder
    let limit: ConnectionLimit
    /// The most connections to accept.
    private let accepted: Int
    private let logger: Logger
    /// How long connections have to finish their requests when the server stops.
    private static let patience = Duration.seconds(5)

    /// - Parameter seed: the seed of the bots' random pauses.
    package init(_ store: ServerStore, _ settings: ServerSettings, seed: UInt64, logger: Logger) throws {
        path = store.path
        self.settings = settings
        self.logger = logger
        let shares = Self.shares(settings, logger)
        service = try ChatService(store, settings, transfers: shares.transfers, seed: seed, logger: logger)
        accepted = shares.accepted
        limit = ConnectionLimit(shares.connections, patience: shares.turnedAway)
        responder = APIResponder(
            service: service, accounts: Accounts(store), reader: ChatReader(store), rate: settings.rate, limit: limit,
            logger: logger)
    }

    /// Serves requests until SIGTERM or SIGINT, or until the terminal closes; then ends all channels. The calling thread
    /// waits for that.
    ///
    /// SIGHUP reloads the certificate.
    ///
    /// - Parameter listening: called with the port once the server listens.
    package func serve(listening: @escaping @Sendable (Int) -> Void) throws {
        try MultiThreadedEventLoopGroup.singleton.any().makeFutureWithTask { try await self.run(listening: listening) }
            .wait()
    }

    private func run(listening: @escaping @Sendable (Int) -> Void) async throws {
        let hangUp = HangUp()
        let endings = [UnixSignal.sigterm, .sigint].filter { !HangUp.isIgnored($0.rawValue) }
        let server = listener(listening: listening)
        do { try await service.wakeBots() } catch let error as DatabaseError { throw ServerError(error, path) }
        let upkeep = Upkeep(
            service: service, certificate: settings.certificate, retainedDays: settings.retainedDays, hangUp: hangUp,
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: server), .init(service: upkeep, successTerminationBehavior: .gracefullyShutdownGroup),
            ],
            gracefulShutdownSignals: endings, logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.patience
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            logger.info("closed some connections that were still open")
        } catch let error as IOError {
            throw ServerError.cannotListen(
                address: "\(settings.host):\(settings.port)", reason: String(cString: strerror(error.errnoCode)))
        }
    }

    /// Serves requests without the periodic tasks and the signals.
    ///
    /// - Parameter listening: called with the port once the server listens.
    func listener(listening: @escaping @Sendable (Int) -> Void) -> Server<UpgradableChannel> {
        let (host, port) = (settings.host, settings.port)
        return Server(
            childChannelSetup: connections,
            configuration: ServerConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(accepted, logger: logger)),
            onServerRunning: { channel in
                // Otherwise one read accepts several, and only then counts them.
                try? await channel.setOption(.maxMessagesPerRead, value: 1).get()
                listening(channel.localAddress?.port ?? port)
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    }

    /// Serves one connection.
    var connections: UpgradableChannel {
        UpgradableChannel(
            responder: { request, writer, channel in
                let (response, place) = await responder.respond(to: request, on: channel)
                log(request, response)
                defer { withExtendedLifetime(place) {} }
                try await writer.write(response: response.head, body: response.body)
            },
            service: service, limit: limit, largestFile: settings.files.file, certificate: settings.certificate,
            admit: admit)
    }

    /// The connections from the settings, fewer if the system allows too few open files.
    private static func shares(_ settings: ServerSettings, _ logger: Logger) -> OpenFiles.Shares {
        let shares = OpenFiles.shares(connections: settings.connections)
        if shares.connections < settings.connections {
            logger.warning(
                "fewer connections than --connections: the limit on open files (ulimit -n) is too low",
                metadata: [
                    "connections": "\(shares.connections)", "asked": "\(settings.connections)",
                    "transfers": "\(shares.transfers)",
                ])
        }
        return shares
    }

    /// Opens the live channel that a request asks for; returns `nil` if it is refused.
    @Sendable private func admit(
        _ head: HTTPRequestHead, _ channel: any Channel, _ address: String
    ) async -> Subscription? {
        guard case .live(let chat) = try? Route(method: head.method.rawValue, target: head.uri),
            let caller = try? await responder.caller(
                head.headers.first(name: "authorization"), on: channel, from: address)
        else { return nil }
        return try? await service.openLive(chat, for: caller)
    }

    private func log(_ request: Request, _ response: Response) {
        let path = String(request.head.path?.prefix { $0 != "?" } ?? "/")
        logger.log(
            level: response.status.code >= 500 && !Task.isCancelled ? .error : .debug, "request",
            metadata: ["method": "\(request.method)", "path": "\(path)", "status": "\(response.status.code)"])
    }
}
