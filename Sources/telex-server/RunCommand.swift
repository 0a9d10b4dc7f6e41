import ArgumentParser
import Foundation
import Logging
import TelexServer

/// `telex-server run`: serves until it is told to stop.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Serve until SIGTERM or SIGINT.",
        discussion: "One line on the standard output says where it listens; the log goes to the standard error.")

    @Option(help: ArgumentHelp("Where to listen; port 0 takes a free one.", valueName: "host:port"))
    var listen = ListenAddress(host: "127.0.0.1", port: 8520)

    @OptionGroup var storage: StoreOptions

    @Option(help: ArgumentHelp("What is logged: \(LogLevel.names).", valueName: "level"))
    var log = LogLevel(level: .info)

    func run() async throws {
        var logger = Logger(label: "telex-server", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = log.level
        let host = listen.host
        let store = try storage.open()
        let lock = try ServerLock(storage.path)
        defer { withExtendedLifetime(lock) {} }
        let server = try TelexServer(store, seed: .random(in: .min ... .max), logger: logger)
        try await server.run(host: host, port: listen.port) { port in
            let line = "listening on http://\(host.contains(":") ? "[\(host)]" : host):\(port)\n"
            FileHandle.standardOutput.write(Data(line.utf8))
        }
    }
}

/// A host and a port.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"), let port = UInt16(argument[argument.index(after: colon)...])
        else {
            return nil
        }
        var host = String(argument[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { return nil }
        self.init(host: host, port: Int(port))
    }

    var description: String { "\(host):\(port)" }
    var defaultValueDescription: String { description }
}

/// How much is logged.
struct LogLevel: ExpressibleByArgument {
    let level: Logger.Level

    static let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")

    init(level: Logger.Level) { self.level = level }

    init?(argument: String) {
        guard let level = Logger.Level(rawValue: argument) else { return nil }
        self.level = level
    }

    var defaultValueDescription: String { level.rawValue }
}
