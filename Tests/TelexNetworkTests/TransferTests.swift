import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import TelexNetwork

/// Tests uploads and downloads of files against a server on the loopback interface.
@Suite final class TransferTests {
    private typealias Reply = ScriptedServer.Reply

    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func session(
        _ server: ScriptedServer, token: String? = "secret", silence: TimeAmount = .hours(1),
        patience: TimeAmount = .hours(1)
    ) -> HTTPSession {
        HTTPSession(
            url: server.url, token: token, authority: nil, silence: silence, patience: patience,
            proxies: ProxySettings([:]))
    }

    private func write(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

    private var written: [UInt8] { get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) } }

    /// Downloads `/file`.
    @discardableResult
    private func download(
        _ server: ScriptedServer, _ address: String = "/file", limit: Int64 = 1 << 20
    ) async throws -> HTTPResponseStatus {
        try await session(server).download(address, into: path, limit: limit).status
    }

    /// The failure of a request.
    private func failure(_ server: ScriptedServer, _ body: () async throws -> Void) async -> RequestFailure? {
        do {
            try await body()
            return nil
        } catch {
            return await session(server).failure(error)
        }
    }

    private func says(_ failure: RequestFailure?, _ words: String) -> Bool {
        switch failure {
        case .offline(let text), .refused(let text, _), .local(let text): text.contains(words)
        default: false
        }
    }

    // MARK: Uploads

    @Test func sendsAPartOfAFile() async throws {
        try write(Self.content)
        let server = try await ScriptedServer { _ in .ok(Array("thanks".utf8), .created) }
        let steps = NIOLockedValueBox<[Int64]>([])
        let answer = try await session(server).upload(
            "PUT", "/up", headers: ["content-type": "a/b"], from: path, offset: 1000, length: 200_000
        ) { count in steps.withLockedValue { $0.append(count) } }
        #expect(answer.status == .created && String(buffer: answer.body) == "thanks")
        let asked = try #require(server.requests.first)
        #expect(asked.body == Array(Self.content[1000..<201_000]) && asked.path == "/up")
        #expect(asked["content-length"] == "200000" && asked["content-type"] == "a/b")
        #expect(asked["authorization"] == "Bearer secret")
        let counts = steps.withLockedValue { $0 }
        #expect(counts == counts.sorted() && counts.last == 200_000 && counts.count > 2)
    }

    @Test func sendsNothingOfAnEmptyFile() async throws {
        try write([])
        let server = try await ScriptedServer()
        #expect(try await session(server).upload("PUT", "/up", from: path, length: 0).status == .ok)
        #expect(server.requests.first?["content-length"] == "0")
    }

    @Test func readsARefusalThatComesEarly() async throws {
        try write(Array(repeating: 1, count: 16 << 20))
        let server = try await ScriptedServer(
            early: { _ in
                .ok(Array("too large".utf8), .payloadTooLarge, ["connection": "close"])
            }, reply: { _ in .ok([]) })
        let answer = try await session(server).upload("PUT", "/up", from: path, length: 16 << 20)
        #expect(answer.status == .payloadTooLarge && String(buffer: answer.body) == "too large")
    }

    @Test func noticesAFileThatBecameShorter() async throws {
        try write(Self.content)
        let server = try await ScriptedServer()
        let failure = await failure(server) {
            _ = try await session(server).upload("PUT", "/up", from: path, length: 300_001)
        }
        #expect(says(failure, "became shorter"))
        #expect(server.requests.isEmpty)
    }

    @Test func refusesFilesThatCannotBeRead() async throws {
        let server = try await ScriptedServer()
        for path in [path, "/dev/null", FileManager.default.temporaryDirectory.path] {
            let failure = await failure(server) {
                _ = try await session(server).upload("PUT", "/up", from: path, length: 0)
            }
            #expect(says(failure, "Cannot read \(path)"))
        }
    }

    @Test func endsAnUploadThatDoesNotGoOn() async throws {
        try write(Array(repeating: 1, count: 32 << 20))
        // The server reads nothing and answers nothing.
        let server = try await ScriptedServer(early: { _ in Reply(status: .processing) }, reply: { _ in .ok([]) })
        let failure = await failure(server) {
            _ = try await session(server, silence: .milliseconds(300)).upload(
                "PUT", "/up", from: path, length: 32 << 20)
        }
        #expect(says(failure, "does not answer"))
    }

    @Test(arguments: [0, 300_000]) func endsAnUploadThatIsNotAnswered(length: Int64) async throws {
        try write(Self.content)
        let server = try await ScriptedServer { _ in Reply(status: .processing) }
        let failure = await failure(server) {
            _ = try await session(server, patience: .milliseconds(10)).upload("PUT", "/up", from: path, length: length)
        }
        #expect(says(failure, "does not answer"))
    }

    /// Each byte of the answer breaks the silence.
    @Test(arguments: [HTTPResponseStatus.ok, .payloadTooLarge])
    func endsAnUploadWhoseAnswerDrips(status: HTTPResponseStatus) async throws {
        try write(Self.content)
        let server = try await ScriptedServer { _ in
            Reply(status: status, headers: ["transfer-encoding": "chunked"], drips: true)
        }
        let failure = await failure(server) {
            _ = try await session(server, patience: .milliseconds(100)).upload(
                "PUT", "/up", from: path, length: 300_000)
        }
        #expect(says(failure, "does not answer"))
    }

    @Test func endsARequestWhoseAnswerDrips() async throws {
        let server = try await ScriptedServer { _ in
            Reply(status: .ok, headers: ["transfer-encoding": "chunked"], drips: true)
        }
        let failure = await failure(server) {
            _ = try await session(server, patience: .milliseconds(100)).send("GET", "/", body: nil)
        }
        #expect(says(failure, "does not answer"))
    }

    @Test func cancelsAnUpload() async throws {
        try write(Array(repeating: 1, count: 32 << 20))
        let server = try await ScriptedServer(early: { _ in Reply(status: .processing) }, reply: { _ in .ok([]) })
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let task = Task { [path, session = session(server)] in
            try await session.upload("PUT", "/up", from: path, length: 32 << 20) { _ in begin.yield() }
        }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }

    // MARK: Downloads

    @Test func receivesAFile() async throws {
        let server = try await ScriptedServer { _ in .ok(Self.content) }
        let steps = NIOLockedValueBox<[Int64]>([])
        let answer = try await session(server).download("/file", into: path, limit: 300_000) { count in
            steps.withLockedValue { $0.append(count) }
        }
        #expect(answer.status == .ok)
        #expect(try written == Self.content)
        #expect(steps.withLockedValue { $0.last } == 300_000)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let asked = try #require(server.requests.first)
        #expect(asked["authorization"] == "Bearer secret" && asked["range"] == nil)
        #expect(asked["accept-encoding"] == "identity")
    }

    @Test func receivesAFileInChunks() async throws {
        let server = try await ScriptedServer { _ in
            Reply(status: .ok, headers: ["transfer-encoding": "chunked"], body: Self.content)
        }
        try await download(server)
        #expect(try written == Self.content)
    }

    /// A reply as a server that knows ranges gives it.
    private static let ranged: @Sendable (ScriptedServer.Asked) -> Reply = { asked in
        guard let first = asked["range"].flatMap({ Int($0.dropFirst(6).dropLast()) }) else { return .ok(content) }
        if first >= content.count {
            return .ok([], .rangeNotSatisfiable, ["content-range": "bytes */\(content.count)"])
        }
        let range = "bytes \(first)-\(content.count - 1)/\(content.count)"
        return .ok(Array(content[first...]), .partialContent, ["content-range": range])
    }

    @Test(arguments: [0, 1, 150_000, 299_999, 300_000, 300_001])
    func resumesAtTheEndOfAPart(count: Int) async throws {
        try write((Self.content + [0]).prefix(count))
        let server = try await ScriptedServer(reply: Self.ranged)
        #expect(try await download(server) == .ok)
        #expect(try written == Self.content)
        #expect(server.requests.first?["range"] == (count == 0 ? nil : "bytes=\(count)-"))
    }

    @Test func beginsAnewIfTheServerIgnoresTheRange() async throws {
        try write(Self.content.reversed().prefix(1000))
        let server = try await ScriptedServer { _ in .ok(Self.content) }
        try await download(server)
        #expect(try written == Self.content)
    }

    @Test(arguments: [
        "bytes 999-299999/300000", "bytes 1000-299998/300000", "bytes 1000-299999/*", "bytes */300000", "",
        "bytes 1000-299999/299999", "bytes 99999999999999999999-1/2",
    ])
    func refusesAnotherPart(range: String) async throws {
        try write(Self.content.prefix(1000))
        let server = try await ScriptedServer { _ in
            .ok(Array(Self.content[1000...]), .partialContent, ["content-range": range])
        }
        #expect(says(await failure(server) { try await download(server) }, "did not answer with the file"))
        #expect(try written == Array(Self.content.prefix(1000)))
    }

    @Test func keepsThePartOfADownloadThatWasCut() async throws {
        let isFirst = NIOLockedValueBox(true)
        let server = try await ScriptedServer { asked in
            let isCut = isFirst.withLockedValue { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isCut else { return Self.ranged(asked) }
            return Reply(
                status: .ok, headers: ["content-length": "300000"], body: Array(Self.content.prefix(100_000)),
                isCut: true)
        }
        #expect(says(await failure(server) { try await download(server) }, "closed the connection"))
        let part = try written
        #expect(part.count <= 100_000 && part == Array(Self.content.prefix(part.count)))
        try await download(server)
        #expect(try written == Self.content)
    }

    @Test(arguments: [true, false])
    func aCutConnectionIsNotTheEndOfAFile(isChunked: Bool) async throws {
        let headers: HTTPHeaders = isChunked ? ["transfer-encoding": "chunked"] : ["connection": "close"]
        let server = try await ScriptedServer { _ in
            Reply(status: .ok, headers: headers, body: Array(Self.content.prefix(1000)), isCut: true)
        }
        #expect(await failure(server) { try await download(server) } != nil)
    }

    @Test(arguments: [true, false]) func limitsTheLength(isChunked: Bool) async throws {
        let server = try await ScriptedServer { _ in
            isChunked
                ? Reply(status: .ok, headers: ["transfer-encoding": "chunked"], body: Self.content) : .ok(Self.content)
        }
        #expect(says(await failure(server) { try await download(server, limit: 299_999) }, "too large"))
        #expect(try written.count < 300_000)
        try await download(server, limit: 300_000)
    }

    @Test func refusesCompressedContent() async throws {
        let server = try await ScriptedServer { _ in .ok(Self.content, .ok, ["content-encoding": "gzip"]) }
        #expect(says(await failure(server) { try await download(server) }, "did not answer with the file"))
    }

    @Test(arguments: [HTTPResponseStatus.notFound, .forbidden, .internalServerError, .found, .notModified])
    func returnsRefusalsAndKeepsThePart(status: HTTPResponseStatus) async throws {
        try write(Self.content.prefix(1000))
        let server = try await ScriptedServer { _ in .ok(status == .notModified ? [] : [1, 2], status) }
        #expect(try await download(server) == status)
        #expect(try written == Array(Self.content.prefix(1000)))
    }

    @Test(arguments: [HTTPResponseStatus.noContent, .accepted])
    func takesNoOtherSuccessForTheFile(status: HTTPResponseStatus) async throws {
        let server = try await ScriptedServer { _ in Reply(status: status, headers: ["content-length": "0"]) }
        #expect(says(await failure(server) { try await download(server) }, "did not answer with the file"))
    }

    // MARK: Redirects

    @Test(arguments: [HTTPResponseStatus.temporaryRedirect, .permanentRedirect])
    func followsRedirectsOnTheSameServer(status: HTTPResponseStatus) async throws {
        let server = try await ScriptedServer { asked in
            asked.path == "/file" ? .ok([], status, ["location": "there?a=%20b"]) : .ok(Self.content)
        }
        try await download(server)
        #expect(try written == Self.content)
        #expect(server.requests.map(\.path) == ["/file", "/there?a=%20b"])
        #expect(server.requests.last?["authorization"] == "Bearer secret")
    }

    @Test func keepsTheTokenFromOtherServers() async throws {
        let other = try await ScriptedServer(reply: Self.ranged)
        let server = try await ScriptedServer { [url = other.url] _ in
            .ok([], .temporaryRedirect, ["location": "\(url)/there"])
        }
        try write(Self.content.prefix(1000))
        try await download(server)
        #expect(try written == Self.content)
        let asked = try #require(other.requests.first)
        #expect(asked["authorization"] == nil && asked["range"] == "bytes=1000-")
        // An absolute address is another server, too, or this one.
        try await download(server, "\(other.url)/there")
        try await download(other, "\(other.url)/there")
        #expect(other.requests.map { $0["authorization"] } == [nil, nil, "Bearer secret"])
    }

    @Test func followsAFewRedirects() async throws {
        let server = try await ScriptedServer { asked in
            let number = Int(asked.path.dropFirst()) ?? 0
            return number == 0
                ? .ok(Self.content) : .ok([], .temporaryRedirect, ["location": "/\(number - 1)"])
        }
        try await download(server, "/5")
        #expect(says(await failure(server) { try await download(server, "/6") }, "redirects too often"))
    }

    @Test(arguments: [
        "http://192.0.2.1/x", "ftp://127.0.0.1/x", "file:///etc/passwd", "https://user@192.0.2.1/x", "http://", "//",
        "https://:0/x",
    ])
    func followsNoOtherAddresses(location: String) async throws {
        let server = try await ScriptedServer { _ in .ok([], .temporaryRedirect, ["location": location]) }
        #expect(await failure(server) { try await download(server) } != nil)
        #expect(server.requests.count == 1)
    }

    @Test func doesNotWriteThroughALink() async throws {
        let server = try await ScriptedServer { _ in .ok(Self.content) }
        let target = path + ".target"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(says(await failure(server) { try await download(server) }, "Cannot write \(path)"))
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}
