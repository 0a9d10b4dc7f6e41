import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import TelexAPI

/// The server: one file, one address, until it is told to stop.
package struct TelexServer: Sendable {
    private let service: ChatService
    private let responder: APIResponder
    private let logger: Logger
    /// How long connections have, at the end, to finish what is under way.
    private static let patience = Duration.seconds(5)

    package init(_ store: ServerStore, seed: UInt64, logger: Logger) throws {
        service = try ChatService(store, seed: seed, logger: logger)
        responder = APIResponder(service: service, accounts: Accounts(store), reader: ChatReader(store), logger: logger)
        self.logger = logger
    }

    /// Listens, and answers until SIGTERM or SIGINT; then it tells those who are there, and ends.
    ///
    /// - Parameter listening: told the port once it listens.
    package func run(
        host: String, port: Int, listening: @escaping @Sendable (Int) -> Void
    ) async throws {
        let channel = UpgradableChannel(
            responder: { request, writer, _ in
                let response = await responder.respond(to: request)
                log(request, response)
                try await writer.write(response: response.head, body: response.body)
            },
            service: service, admit: admit)
        let server = channel.server(
            configuration: ServerConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { listening($0.localAddress?.port ?? port) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        try await service.wakeBots()
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: server), .init(service: Upkeep(service: service, logger: logger))],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.patience
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            logger.info("some connections were cut off at the end")
        } catch let error as IOError {
            throw ServerError.cannotListen(
                address: "\(host):\(port)", reason: String(cString: strerror(error.errnoCode)))
        }
    }

    /// The live channel that a request asks for; `nil` if it does not get one.
    @Sendable private func admit(_ head: HTTPRequestHead) async -> Subscription? {
        guard case .live(let chat) = try? Route(method: head.method.rawValue, target: head.uri),
            let caller = try? await responder.caller(head.headers.first(name: "authorization"))
        else { return nil }
        return try? await service.openLive(chat, for: caller)
    }

    private func log(_ request: Request, _ response: Response) {
        let path = String(request.head.path?.prefix { $0 != "?" } ?? "/")
        logger.log(
            level: response.status.code >= 500 ? .error : .debug, "request",
            metadata: ["method": "\(request.method)", "path": "\(path)", "status": "\(response.status.code)"])
    }
}

/// What is done from time to time, and at the end.
private struct Upkeep: Service {
    let service: ChatService
    let logger: Logger

    func run() async throws {
        let sweeping = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(1))
                do { try await service.sweep() } catch {
                    logger.error("tokens could not be looked at", metadata: ["error": "\(error)"])
                }
            }
        }
        try? await gracefulShutdown()
        sweeping.cancel()
        await service.stop()
    }
}
