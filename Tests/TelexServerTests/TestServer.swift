import Foundation
import GRDB
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import TelexAPI
import Testing

@testable import TelexServer

/// A server without the process: its service, its routes and its file.
///
/// A test runs in memory or live. In memory, each request passes its head and body to the server's own handler of
/// connections, without a socket and without HTTP's bytes. Live, the server listens on a port of the loopback interface.
/// The periodic tasks do not run; a test calls them.
///
/// Each response must be one that `OpenAPI.document` describes. Each frame that a channel receives must be read: others
/// fail the test at its end.
final class TestServer: Sendable {
    enum Way: CaseIterable, Sendable { case memory, live }

    private struct Run {
        let store: ServerStore
        let server: TelexServer
        /// The port; `nil` in memory.
        var port: Int?
        var listener: Server<UpgradableChannel>?
    }

    private let run: NIOLockedValueBox<Run>
    private let settings: ServerSettings
    private let channels = NIOLockedValueBox<[TestChannel]>([])

    var store: ServerStore { run.withLockedValue { $0.store } }
    var server: TelexServer { run.withLockedValue { $0.server } }
    var port: Int? { run.withLockedValue { $0.port } }
    var service: ChatService { server.service }
    var accounts: Accounts { Accounts(store) }

    /// Runs a test on a new server.
    ///
    /// - Parameters:
    ///   - rate: requests a second; a burst may have ten times as many.
    ///   - userChannels: the most channels that a user may have open.
    ///   - files: the most bytes of files.
    static func run(
        _ way: Way = .memory, rate: Int = 100_000, userChannels: Int = 1000, files: FileLimits = FileLimits(),
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer {
            for end in ["", "-wal", "-shm", ".files", ".files.aside"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
        }
        var settings = ServerSettings(host: "127.0.0.1", port: 0)
        (settings.rate, settings.userChannels, settings.files) = (rate, userChannels, files)
        // Nothing expires while a slow machine runs the test.
        (settings.typingLasts, settings.closeTimeout) = (.seconds(3600), .seconds(3600))
        let server = try await TestServer(path, settings, way)
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        server.checkChannels()
        try server.store.close()
    }

    private init(_ path: String, _ settings: ServerSettings, _ way: Way) async throws {
        self.settings = settings
        run = NIOLockedValueBox(try await Self.start(path, settings, way))
    }

    private static func start(_ path: String, _ settings: ServerSettings, _ way: Way) async throws -> Run {
        let store = try ServerStore(path: path)
        let server = try TelexServer(store, settings, seed: 1, logger: logger)
        guard way == .live else { return Run(store: store, server: server) }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let listener = server.listener { port.yield($0) }
        Task {
            defer { port.finish() }
            try await listener.run()
        }
        var found = ports.makeAsyncIterator()
        guard let first = await found.next() else { throw Unexpected() }
        return Run(store: store, server: server, port: first, listener: listener)
    }

    private static var logger: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    /// Stops the server, and starts it on the same file. All channels end.
    ///
    /// - Parameter pause: what happens in between.
    func restart(_ pause: () throws -> Void = {}) async throws {
        await stop()
        try store.close()
        try pause()
        let next = try await Self.start(store.path, settings, port == nil ? .memory : .live)
        run.withLockedValue { $0 = next }
    }

    private func stop() async {
        await service.stop()
        for channel in channels.withLockedValue({ $0 }) { await channel.drain() }
        try? await run.withLockedValue { $0.listener }?.shutdownGracefully()
    }

    private func checkChannels() {
        for channel in channels.withLockedValue({ $0 }) { channel.checkRest() }
    }

    func note(_ channel: TestChannel) { channels.withLockedValue { $0.append(channel) } }

    // MARK: People

    func invite(_ user: String) throws -> String { try accounts.invite(user).text }

    func add(_ user: String, _ display: String? = nil) throws -> String {
        try accounts.add(user, display: display ?? user.capitalized).text
    }

    /// Adds a user, and logs them in.
    func client(_ user: String, _ display: String? = nil) async throws -> TestClient {
        try await logIn(add(user, display))
    }

    func clients(_ users: String...) async throws -> [TestClient] {
        var clients: [TestClient] = []
        for user in users { clients.append(try await client(user)) }
        return clients
    }

    /// Logs in on another device.
    func device(of client: TestClient) async throws -> TestClient { try await logIn(invite(client.user)) }

    func logIn(_ invitation: String) async throws -> TestClient {
        let answer: LoginAnswer = try await stranger().ask(.login, LoginRequest(invitation: invitation))
        return TestClient(server: self, user: answer.user, name: answer.name, token: answer.token)
    }

    /// Somebody with this token, or without one.
    func stranger(_ token: String? = nil) -> TestClient {
        TestClient(server: self, user: "", name: "", token: token)
    }

    /// Ada and Bob, and their chat `ada+bob`.
    func couple() async throws -> (ada: TestClient, bob: TestClient) {
        let (ada, bob) = (try await client("ada", "Ada Lovelace"), try await client("bob"))
        _ = try await ada.create("bob")
        return (ada, bob)
    }

    /// Ada and others, and the address of a group that all have joined.
    func group(_ others: String...) async throws -> (people: [TestClient], chat: String) {
        var people = [try await client("ada")]
        for other in others { people.append(try await client(other)) }
        let chat = try await people[0].group(others, "The club").chat
        for person in people.dropFirst() { _ = try await person.join(chat) }
        return (people, chat)
    }

    // MARK: The file

    func execute(_ sql: String, _ arguments: StatementArguments = []) async throws {
        try await store.database.write { try $0.execute(sql: sql, arguments: arguments) }
    }

    /// Adds messages, whose ids and texts are numbers, in one transaction. Nobody is sent anything.
    func fill(_ numbers: ClosedRange<Int>, from sender: TestClient, in chat: String = "ada+bob") async throws {
        let user = try await accounts.find(sender.user)
        try await store.database.write { database in
            for number in numbers {
                let chat = try ChatTable.find(chat, for: user, database)
                let post = PostRequest(id: "\(number)", text: "\(number)")
                let message = try MessageTable.add(post, from: user, at: Date(), to: chat, database)
                _ = try EventLog.add(.message, chat: chat.key, user: user.key, seq: message.seq, database)
            }
        }
    }

    /// All rows that a client can cause to change.
    func rows() throws -> [Row] {
        try store.database.read { database in
            try [
                "chat", "member", "message", "reaction", "event", "user", "token", "invitation", "file", "removedFile",
            ].flatMap {
                try Row.fetchAll(database, sql: "SELECT * FROM \($0)")
            }
        }
    }

    /// The bytes of the file, and of the files next to it.
    func bytes() throws -> Data {
        try ["", "-wal", "-shm"].reduce(into: Data()) { data, end in
            if FileManager.default.fileExists(atPath: store.path + end) {
                data += try Data(contentsOf: URL(fileURLWithPath: store.path + end))
            }
        }
    }

    func findings() -> [Finding] { Checkup(path: store.path).findings() }
}

/// Asserts that a request is refused.
///
/// - Parameter word: a part of the detail.
@discardableResult
func refuses(
    _ status: Int..., word: String = "", about comment: String = "", at location: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async throws -> Problem {
    do {
        let value = try await body()
        Issue.record("not refused: \(value) \(comment)", sourceLocation: location)
        throw Unexpected()
    } catch let problem as Problem {
        #expect(status.contains(problem.status), "\(problem) \(comment)", sourceLocation: location)
        #expect(
            word.isEmpty || problem.detail.localizedCaseInsensitiveContains(word), "\(comment)",
            sourceLocation: location)
        return problem
    }
}

/// Ends a test after an issue was recorded.
struct Unexpected: Error {}
