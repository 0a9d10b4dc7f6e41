import ArgumentParser
import Foundation
import Logging
import TelexServer

/// `telex-server run`: serves until a signal stops it or its terminal closes.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Serve until SIGTERM or SIGINT, or until the terminal closes.",
        discussion: "Prints its address on the standard output, and the log on the standard error.")

    @Option(help: ArgumentHelp("The address to listen on. Port 0 picks a free one.", valueName: "host:port"))
    var listen = ListenAddress(host: "127.0.0.1", port: 8520)

    @OptionGroup var storage: StoreOptions
    @OptionGroup var security: CertificateOptions

    @Flag(
        help: "Serve without TLS on an address that others can reach. Anybody on the network can then read everything.")
    var plainHTTP = false

    @OptionGroup(title: "Limits") var limits: LimitOptions

    @Option(
        help: ArgumentHelp("The log level: \(LogLevel.names).", valueName: "level"),
        completion: .list(Logger.Level.allCases.map(\.rawValue)))
    var log = LogLevel(level: .info)

    func validate() throws {
        try security.check()
        if security.certificate == nil, !plainHTTP, !listen.isLoopback {
            throw ValidationError(
                """
                \(listen.host) can be reached by others, who could read all of it: give --certificate and --key, or, where \
                something before it does TLS, --plain-http.
                """)
        }
    }

    func run() throws {
        var logger = Logger(label: "telex-server", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = log.level
        var settings = ServerSettings(host: listen.host, port: listen.port)
        settings.certificate = try security.read()
        if let expiry = try settings.certificate?.expiry(), expiry.timeIntervalSinceNow < 14 * 86_400 {
            logger.warning("the certificate has expired, or will soon", metadata: ["end": "\(expiry)"])
        }
        limits.set(&settings)
        try ServerStore.makeFolder(of: storage.path)
        let lock = try ServerLock(storage.path)
        defer { withExtendedLifetime(lock) {} }
        let store = try ServerStore(path: storage.path, isServing: true)
        defer { try? store.close() }
        let server = try store.using { store in
            try TelexServer(store, settings, seed: .random(in: .min ... .max), logger: logger)
        }
        let scheme = settings.certificate == nil ? "http" : "https"
        try server.serve { port in
            let line = "listening on \(scheme)://\(ListenAddress(host: listen.host, port: port))\n"
            // Standard output may be closed.
            try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        }
    }
}

/// The options for the server's limits.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most connections at a time. Further clients are told to retry later.", valueName: "count"))
    var connections = ServerSettings.connections
    @Option(help: ArgumentHelp("The most push and live channels at a time, for each user.", valueName: "count"))
    var userChannels = ServerSettings.userChannels
    @Option(
        help: ArgumentHelp(
            "Requests per second, per user, or per address without a token; ten times as many in a burst.",
            valueName: "count"))
    var rate = ServerSettings.rate
    @Option(help: ArgumentHelp("The largest file to receive, in MiB.", valueName: "MiB"))
    var largestFile = Self.mebibytes(FileLimits().file)
    @Option(help: ArgumentHelp("The most files of each user, in MiB.", valueName: "MiB"))
    var userFiles = Self.mebibytes(FileLimits().user)
    @Option(help: ArgumentHelp("The most files of all users, in MiB.", valueName: "MiB"))
    var allFiles = Self.mebibytes(FileLimits().all)
    @Option(help: ArgumentHelp("Delete messages after this many days. (default: keep them)", valueName: "days"))
    var retainDays: Int?

    func validate() throws {
        for (name, value) in [
            ("--connections", connections), ("--user-channels", userChannels), ("--rate", rate),
            ("--largest-file", largestFile), ("--user-files", userFiles), ("--all-files", allFiles),
            ("--retain-days", retainDays ?? 1),
        ] where !(1...1_000_000).contains(value) {
            throw ValidationError("\(name) must be a number from 1 to 1000000.")
        }
    }

    func set(_ settings: inout ServerSettings) {
        settings.connections = connections
        settings.userChannels = userChannels
        settings.rate = rate
        settings.files.file = Int64(largestFile) << 20
        settings.files.user = Int64(userFiles) << 20
        settings.files.all = Int64(allFiles) << 20
        settings.retainedDays = retainDays
    }

    private static func mebibytes(_ bytes: Int64) -> Int { Int(bytes >> 20) }
}

/// The options for TLS.
struct CertificateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve HTTPS with this certificate chain (PEM, the server's own first). SIGHUP reloads it.",
            valueName: "path"),
        completion: .file())
    var certificate: String?
    @Option(help: ArgumentHelp("The certificate's private key, as PEM.", valueName: "path"), completion: .file())
    var key: String?

    /// Checks that both options are given or none. `validate` also runs on incomplete groups, so the commands call
    /// this.
    func check() throws {
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--certificate and --key need each other. Give both.")
        }
    }

    func read() throws -> ServerCertificate? {
        guard let certificate, let key else { return nil }
        return try ServerCertificate(chain: certificate, key: key)
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

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only this machine can reach the address.
    var isLoopback: Bool { host == "localhost" || host == "::1" || isLoopbackV4 }

    private var isLoopbackV4: Bool { host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber } }

    var defaultValueDescription: String { description }
}

/// The level of messages to log.
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
