import Foundation
import GRDB
import HTTPTypes
import Logging
import NIOCore
import TelexAPI
import TelexDigest
import Testing

@testable import TelexServer

/// Tests uploads and downloads, and messages with files.
@Suite struct FileTests {
    private static let id = "abcdefghijklmnopqrstuv"
    private static let other = "ABCDEFGHIJKLMNOPQRSTUV-_0123456789"
    private static let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    private static let hash = SHA256.hash(of: content).hexadecimal
    private static let posted = PostedFile(
        file: id, name: "A dog.png", mediaType: "image/png", width: 640, height: 480, durationMs: 1)

    private func names(_ server: TestServer) -> Set<String> { FileFolder(store: server.store.path).names }

    // MARK: Uploads

    @Test(arguments: TestServer.Way.allCases) func uploadsInOneGo(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let ada = try await server.client("ada")
            let info = try await ada.upload(Self.content, as: Self.id)
            let count = Int64(Self.content.count)
            #expect(info == UploadInfo(file: Self.id, byteCount: count, receivedCount: count, sha256: Self.hash))
            #expect(try await ada.uploadInfo(Self.id) == info)
            #expect(try await ada.download(Self.id).body == Self.content)
            try await server.restart()
            #expect(try await ada.uploadInfo(Self.id) == info)
        }
    }

    @Test(arguments: TestServer.Way.allCases) func resumesAnUpload(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let ada = try await server.client("ada")
            let (count, first) = (Self.content.count, 70_000)
            let begun = try await ada.upload(Array(Self.content[..<first]), as: Self.id, length: count)
            #expect(begun == UploadInfo(file: Self.id, byteCount: Int64(count), receivedCount: Int64(first)))
            try await server.restart()
            #expect(try await ada.uploadInfo(Self.id) == begun)
            // An incomplete file is not there yet.
            try await refuses(404) { try await ada.download(Self.id) }
            for offset in [0, first - 1, first + 1] {
                let problem = try await refuses(409, word: "\(first)") {
                    try await ada.upload([], as: Self.id, offset: offset, length: count)
                }
                #expect(problem.receivedCount == Int64(first))
            }
            let rest = Array(Self.content[first...])
            let end = try await ada.upload(rest, as: Self.id, offset: first)
            #expect(end.sha256 == Self.hash && end.receivedCount == Int64(count))
            #expect(try await ada.download(Self.id).body == Self.content)
            // A complete upload stays as it is.
            #expect(try await ada.upload(Self.content, as: Self.id) == end)
            #expect(try await ada.upload(Array("other".utf8), as: Self.id, offset: 3, length: 9) == end)
            #expect(try await ada.download(Self.id).body == Self.content)
        }
    }

    @Test func uploadsAnEmptyFile() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            let info = try await ada.upload([], as: Self.id)
            #expect(info.byteCount == 0 && info.sha256 == SHA256.hash(of: []).hexadecimal)
            #expect(try await ada.download(Self.id).body == [])
            try await refuses(416) { try await ada.download(Self.id, [.range: "bytes=0-"]) }
        }
    }

    @Test func keepsWhatCameBeforeTheConnectionWasCut() async throws {
        try await TestServer.run(.live) { server in
            let ada = try await server.client("ada")
            let head =
                "PUT \(Route.upload(file: Self.id).path) HTTP/1.1\r\nHost: a\r\n"
                + "Authorization: Bearer \(ada.token!)\r\nContent-Length: \(Self.content.count)\r\n\r\n"
            let part = Self.content[..<100_000]
            _ = try await TestConnection.exchange(Array(head.utf8) + part, ends: true, server)
            var received = 0
            // The server stores what it has received after the connection has ended.
            while received < part.count {
                received = Int(try await ada.uploadInfo(Self.id).receivedCount)
                await Task.yield()
            }
            let end = try await ada.upload(Array(Self.content[received...]), as: Self.id, offset: received)
            #expect(end.sha256 == Self.hash)
        }
    }

    @Test func receivesChunksAndNoMoreThanAnnounced() async throws {
        try await TestServer.run(.live) { server in
            let ada = try await server.client("ada")
            func send(_ body: String, _ id: String) async throws -> (head: String, body: String) {
                let head =
                    "PUT \(Route.upload(file: id).path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                    + "Authorization: Bearer \(ada.token!)\r\nUpload-Length: 5\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                return try #require(await TestConnection.exchange(Array((head + body).utf8), server).first)
            }
            let good = try await send("2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", Self.id)
            #expect(good.head.hasPrefix("http/1.1 200") && good.body.contains("sha256"))
            #expect(try await ada.download(Self.id).text == "hello")
            let bad = try await send("2\r\nhe\r\n4\r\nllo!\r\n0\r\n\r\n", Self.other)
            #expect(bad.head.hasPrefix("http/1.1 400") && bad.body.contains("longer"))
            #expect(try await ada.uploadInfo(Self.other).receivedCount <= 2)
        }
    }

    @Test func refusesInvalidUploads() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let path = Route.upload(file: Self.id).path
            let short = "abcdefghijklmnopqrstu"
            for id in [short, short + "%2F", short + ".", short + "%20", String(repeating: "a", count: 65)] {
                #expect(try await ada.send("PUT", "/v1/files/\(id)", [1]).status == 422)
            }
            for value in ["-1", "+1", "x", "", "1.5", "9223372036854775808", " 1 1"] {
                for name in [HTTPField.Name.uploadLength, .uploadOffset] {
                    #expect(try await ada.send("PUT", path, [1], [name: value]).status == 400, "\(name): \(value)")
                }
            }
            try await refuses(400, word: "longer") { try await ada.upload([1, 2], as: Self.id, length: 1) }
            try await refuses(400, word: "Upload-Length") { try await ada.upload([1], as: Self.id, offset: 1) }
            #expect(
                try await refuses(409) { try await ada.upload([1], as: Self.id, offset: 1, length: 2) }.receivedCount
                    == 0)
            try await refuses(404) { try await ada.uploadInfo(Self.id) }
            #expect(names(server).isEmpty)
            try await ada.upload([1], as: Self.id, length: 3)
            try await refuses(409, word: "3 bytes") { try await ada.upload([1], as: Self.id, offset: 1, length: 4) }
            try await refuses(400, word: "longer") { try await ada.upload([1, 2, 3], as: Self.id, offset: 1) }
            try await refuses(409, word: "taken") { try await bob.upload([1], as: Self.id) }
            #expect(try await ada.uploadInfo(Self.id).receivedCount == 1)
        }
    }

    @Test func aLaterRequestTakesOverAnUpload() async throws {
        let house = try House()
        _ = try await house.user("ada")
        let ada = try await house.caller("ada")
        let files = house.service.files
        let first = UploadRequest(id: Self.id, length: 6, offset: 0, bodyLength: nil, mediaType: nil)
        let earlier = try #require(try await files.begin(first, by: ada).1)
        try earlier.write(ByteBuffer(string: "abc"))
        let rest = UploadRequest(id: Self.id, length: nil, offset: 3, bodyLength: nil, mediaType: nil)
        let later = try #require(try await files.begin(rest, by: ada).1)
        #expect(throws: ServerError.uploadContinued) { try earlier.write(ByteBuffer(string: "d")) }
        files.end(earlier)
        await #expect(throws: ServerError.badOffset(received: 3)) { try await files.begin(first, by: ada) }
        try later.write(ByteBuffer(string: "def"))
        #expect(try await files.finish(later, by: ada).sha256 == SHA256.digits(of: "abcdef"))
    }

    /// A client that was cut off may continue while the server still handles the end of what it had sent.
    @Test(arguments: [true, false]) func anUploadEndsThatAnotherRequestHasEnded(isComplete: Bool) async throws {
        let house = try House()
        let user = try await house.user("ada")
        let ada = try await house.caller("ada")
        let files = house.service.files
        let request = UploadRequest(id: Self.id, length: 3, offset: 0, bodyLength: 3, mediaType: nil)
        let upload = try #require(try await files.begin(request, by: ada).1)
        try upload.write(ByteBuffer(string: "abc"))
        if isComplete {
            let hash = Data(SHA256.hash(of: Array("abc".utf8)))
            try await house.store.database.write { try FileTable.update(upload.file, hash: hash, at: Date(), $0) }
            let info = try await files.finish(upload, by: ada)
            #expect(info.sha256 == hash.hexadecimal && info.receivedCount == 3)
        } else {
            try await files.delete(Self.id, of: user)
            await #expect(throws: ServerError.noFile) { try await files.finish(upload, by: ada) }
        }
    }

    @Test func anUploadEndsWithItsToken() async throws {
        let house = try House()
        let user = try await house.user("ada")
        let ada = try await house.caller("ada")
        let request = UploadRequest(id: Self.id, length: 1, offset: 0, bodyLength: 1, mediaType: nil)
        let upload = try #require(try await house.service.files.begin(request, by: ada).1)
        try upload.write(ByteBuffer(string: "a"))
        try house.accounts.revoke("ada")
        await #expect(throws: Problem.self) { try await house.service.files.finish(upload, by: ada) }
        #expect(try await house.service.files.info(Self.id, of: user).sha256 == nil)
    }

    // MARK: Limits

    @Test func limitsTheFilesOfAUserAndOfAll() async throws {
        var limits = FileLimits()
        let unit = Int(FileLimits.least)
        (limits.file, limits.user, limits.all) = (Int64(2 * unit), Int64(4 * unit), Int64(5 * unit))
        try await TestServer.run(files: limits) { server in
            let (ada, bob) = try await server.couple()
            try await refuses(413, word: "\(2 * unit) bytes") {
                try await ada.upload([1], as: Self.id, length: 2 * unit + 1)
            }
            try await ada.upload(Array(repeating: 1, count: 2 * unit), as: Self.id)
            // What is announced counts, and an empty file counts, too.
            try await ada.upload([1], as: Self.other, length: unit)
            try await refuses(507, word: "\(4 * unit) bytes") {
                try await ada.upload([1], as: Self.id + "2", length: unit + 1)
            }
            try await ada.upload([], as: Self.id + "2")
            try await refuses(507, word: "\(4 * unit) bytes") { try await ada.upload([], as: Self.id + "3") }
            try await refuses(507, word: "no space left") {
                try await bob.upload([1], as: Self.id + "3", length: unit + 1)
            }
            try await bob.upload([1], as: Self.id + "3", length: unit)
            try await ada.tell(.deleteUpload(file: Self.id))
            try await ada.upload(Array(repeating: 1, count: 2 * unit), as: Self.id + "4")
        }
    }

    @Test func limitsTheIncompleteUploadsOfAUser() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            for number in 10..<10 + Limits.openUploads {
                try await ada.upload([1], as: Self.id + "\(number)", length: 2)
            }
            try await refuses(409, word: "\(Limits.openUploads)") { try await ada.upload([1], as: Self.id, length: 2) }
            try await bob.upload([1], as: Self.id, length: 2)
            try await ada.upload([1], as: Self.id + "10", offset: 1)
            try await ada.upload([1], as: Self.other, length: 2)
        }
    }

    @Test func deletesUploadsThatNoMessageNames() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await ada.upload([1], as: Self.id)
            try await ada.upload([1], as: Self.other, length: 2)
            for route in [Route.deleteUpload(file: Self.id), .deleteUpload(file: "none")] {
                try await refuses(404) { try await bob.tell(route) }
            }
            try await ada.tell(.deleteUpload(file: Self.other))
            try await refuses(404) { try await ada.uploadInfo(Self.other) }
            _ = try await ada.post("", as: "m1", file: Self.posted)
            try await refuses(409, word: "message") { try await ada.tell(.deleteUpload(file: Self.id)) }
            try await server.service.sweep()
            #expect(names(server) == [FileFolder.name(of: Self.id)])
            // The id can be used again.
            try await bob.upload([2], as: Self.other)
            #expect(try await bob.download(Self.other).body == [2])
        }
    }

    @Test func uploadsThatNoMessageNamesExpire() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            for id in [Self.id, Self.other] { try await ada.upload([1], as: id) }
            try await ada.upload([1], as: Self.id + "3", length: 2)
            _ = try await ada.post("", as: "m1", file: Self.posted)
            let files = server.service.files
            try await files.deleteUnused(now: Date() + 86_000)
            #expect(try server.rows().filter { $0.hasColumn("hash") && $0.hasColumn("size") }.count == 3)
            try await files.deleteUnused(now: Date() + 87_000)
            try await server.service.sweep()
            #expect(names(server) == [FileFolder.name(of: Self.id)])
            #expect(try await ada.download(Self.id).body == [1])
            // The incomplete one is lost for nobody.
            #expect(FileFolder(store: server.store.path).aside.names == [FileFolder.name(of: Self.other)])
        }
    }

    /// A page of the index that has lost its entries.
    @Test func anIndexThatLacksAMessageCostsNoFile() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            try await ada.upload([1], as: Self.id)
            _ = try await ada.post("", as: "m1", file: Self.posted)
            try await server.execute(
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = sql || ' AND 0' WHERE name = 'messageByFile';
                PRAGMA writable_schema = RESET;
                REINDEX messageByFile;
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = replace(sql, ' AND 0', '') WHERE name = 'messageByFile';
                PRAGMA writable_schema = RESET
                """)
            let indexed = try server.store.database.look {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM message WHERE file = (SELECT key FROM file)")
            }
            #expect(indexed == 0)
            try await server.service.files.deleteUnused(now: Date() + 87_000)
            try await server.service.sweep()
            #expect(try await ada.download(Self.id).body == [1])
        }
    }

    @Test func messagesThatNameMissingFilesCostNoOthers() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            try await ada.upload([1], as: Self.id)
            _ = try await ada.post("", as: "m1", file: Self.posted)
            try server.store.database.writeWithoutTransaction { database in
                try database.execute(
                    sql: """
                        PRAGMA foreign_keys = OFF;
                        DROP TRIGGER messageFileChanged;
                        UPDATE message SET file = file + 64;
                        PRAGMA foreign_keys = ON
                        """)
            }
            try await server.service.files.deleteUnused(now: Date() + 87_000)
            try await server.service.sweep()
            #expect(try await ada.download(Self.id).body == [1])
        }
    }

    @Test func aFileWithARowIsNotRemoved() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            try await ada.upload([1], as: Self.id)
            try await server.execute("INSERT INTO removedFile VALUES ('\(Self.id)'), ('gone')")
            try await server.service.sweep()
            #expect(try await ada.download(Self.id).body == [1])
            #expect(try await server.store.database.read { try !FileTable.hasRemoved($0) })
        }
    }

    @Test func whatIsSetAsideCountsAsFilesOfAll() async throws {
        var limits = FileLimits()
        limits.all = 2 * FileLimits.least
        try await TestServer.run(files: limits) { server in
            let ada = try await server.client("ada")
            try await ada.upload([UInt8](repeating: 1, count: Int(FileLimits.least)), as: Self.id)
            try await ada.upload([1], as: Self.other)
            try await server.service.files.deleteUnused(now: Date() + 87_000)
            #expect(names(server).isEmpty)
            try await refuses(507) { try await ada.upload([1], as: Self.id) }
        }
    }

    // MARK: Downloads

    @Test(
        arguments: [
            (nil, .all), ("bytes=0-4", .part(0..<5)), ("bytes=3-", .part(3..<10)), ("bytes=-4", .part(6..<10)),
            ("bytes=-99", .part(0..<10)), ("bytes=9-9", .part(9..<10)), ("bytes=0-99999999999999999999", .part(0..<10)),
            ("Bytes= 1 - 2 ", .part(1..<3)), ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=5-4", .all), ("bytes=0-1,3-4", .all),
            ("bytes=", .all), ("bytes=-", .all), ("bytes=a-b", .all), ("lines=0-1", .all), ("bytes=1", .all),
            ("bytes=--1", .all), ("bytes=+1-2", .all),
        ] as [(String?, ByteRange)])
    func readsRanges(header: String?, range: ByteRange) { #expect(ByteRange(header, of: 10) == range) }

    @Test(arguments: TestServer.Way.allCases) func downloadsParts(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let ada = try await server.client("ada")
            try await ada.upload(Self.content, as: Self.id)
            let (count, tag) = (Self.content.count, "\"\(Self.hash)\"")
            let whole = try await ada.download(Self.id)
            #expect(whole.status == 200 && whole.body == Self.content && whole[.contentLength] == "\(count)")
            #expect(whole[.eTag] == tag && whole[.acceptRanges] == "bytes" && whole[.cacheControl] == "private")
            let part = try await ada.download(Self.id, [.range: "bytes=70000-139999"])
            #expect(part.status == 206 && part.body == Array(Self.content[70_000..<140_000]))
            #expect(part[.contentRange] == "bytes 70000-139999/\(count)" && part[.contentLength] == "70000")
            // The file is still the same, or another one.
            #expect(try await ada.download(Self.id, [.range: "bytes=1-", .ifRange: tag]).status == 206)
            #expect(try await ada.download(Self.id, [.range: "bytes=1-", .ifRange: "\"x\""]).body == Self.content)
            #expect(try await ada.download(Self.id, [.ifNoneMatch: "\"x\", \(tag)"]).status == 304)
            #expect(try await ada.download(Self.id, [.ifNoneMatch: "\"x\""]).status == 200)
            let beyond = try await ada.send("GET", Route.download(file: Self.id).path, nil, [.range: "bytes=\(count)-"])
            #expect(beyond.status == 416 && beyond[.contentRange] == "bytes */\(count)")
        }
    }

    @Test(
        arguments: [
            ("image/png", "image/png"), ("text/plain; charset=utf-8", "text/plain"),
            ("text/html", "application/octet-stream"), ("image/svg+xml", "application/octet-stream"),
            ("nonsense", "application/octet-stream"), ("", "application/octet-stream"),
        ])
    func browsersNeverRunAFile(type: String, sent: String) async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            try await ada.upload([1], as: Self.id, type: type)
            let response = try await ada.download(Self.id)
            #expect(response[.contentType] == sent && response[.xContentTypeOptions] == "nosniff")
            #expect(response[.contentDisposition] == "attachment")
            #expect(response[.contentSecurityPolicy] == "sandbox; default-src 'none'")
        }
    }

    @Test func onlyMembersOfAChatWithTheFileReadIt() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let carol = try await server.client("carol")
            let club = try await carol.group(["bob"]).chat
            try await ada.upload(Self.content, as: Self.id)
            func answers(_ person: TestClient) async throws -> [TestResponse] {
                try await [Self.id, Self.other].asyncMap { try await person.send("GET", "/v1/files/\($0)") }
            }
            for person in [bob, carol] {
                let responses = try await answers(person)
                // It looks like one that does not exist.
                #expect(responses.allSatisfy { $0.status == 404 } && Set(responses.map(\.body)).count == 1)
            }
            _ = try await ada.post("", as: "m1", file: Self.posted)
            #expect(try await bob.download(Self.id).body == Self.content)
            #expect(try await answers(carol).allSatisfy { $0.status == 404 })
            for person in [bob, carol] { try await refuses(404) { try await person.uploadInfo(Self.id) } }
            // Nobody can pass on the file of somebody else.
            _ = try await bob.post("x", as: "m1")
            try await refuses(409, word: "upload") {
                try await carol.post("", as: "m1", to: club, file: Self.posted)
            }
            #expect(try await server.stranger().send("GET", "/v1/files/\(Self.id)").status == 401)
        }
    }

    @Test func reportsALostFile() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            try await ada.upload(Self.content, as: Self.id)
            let path = FileFolder(store: server.store.path).path(of: Self.id)
            #expect(Checkup(path: server.store.path).fileFindings().allSatisfy { !$0.isBad })
            try Data(Self.content.dropLast() + [0]).write(to: URL(fileURLWithPath: path))
            #expect(Checkup(path: server.store.path).fileFindings().contains { $0.isBad && $0.text.contains(path) })
            try Data().write(to: URL(fileURLWithPath: path))
            try await refuses(500, word: "backup") { try await ada.download(Self.id) }
            try FileManager.default.removeItem(atPath: path)
            try await refuses(500, word: "backup") { try await ada.download(Self.id) }
            #expect(
                Checkup(path: server.store.path).fileFindings().contains {
                    $0.isBad && $0.text.contains("1 files are missing")
                })
            // A FIFO, which would never begin.
            #expect(mkfifo(path, 0o600) == 0)
            try await refuses(500, word: "backup") { try await ada.download(Self.id) }
            #expect(Checkup(path: server.store.path).fileFindings().contains { $0.isBad && $0.text.contains(path) })
        }
    }

    // MARK: Messages

    @Test(arguments: TestServer.Way.allCases) func messagesBringFiles(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let (push, live) = (try await bob.push(), try await bob.live())
            try await ada.upload(Self.content, as: Self.id)
            let message = try await ada.post("a dog", as: "m1", file: Self.posted)
            #expect(
                message.file == FileInfo(Self.posted, byteCount: Int64(Self.content.count), sha256: Self.hash)
                    && message.file?.posted == Self.posted)
            #expect(try await bob.messages() == [message])
            try await push.expect(.message(message))
            try await live.expect(.message(message))
            #expect(try await ada.post("a dog", as: "m1", file: Self.posted, isNew: false) == message)
            var renamed = Self.posted
            renamed.name = "A cat.png"
            try await refuses(409) { try await ada.post("a dog", as: "m1", file: renamed) }
            try await refuses(409) { try await ada.post("a dog", as: "m1") }
            // An edit changes the caption, and can remove it.
            let edited = try await ada.edit("ada/m1", "")
            #expect(edited.text == "" && edited.file == message.file && edited.edited == true)
            for channel in [push, live] { try await channel.expect(.revision(edited)) }
            #expect(try await bob.revisions().messages == [edited])
            #expect(try await bob.missed(since: 0).contains { $0.frame == .message(edited) })
        }
    }

    @Test func aBotAnswersAFileByItsName() async throws {
        let house = try House()
        let user = try await house.user("ada")
        let ada = try await house.caller("ada")
        let chat = try await house.service.create("echo", for: ada).0.chat
        let request = UploadRequest(id: Self.id, length: 1, offset: 0, bodyLength: 1, mediaType: nil)
        let upload = try #require(try await house.service.files.begin(request, by: ada).1)
        try upload.write(ByteBuffer(string: "a"))
        _ = try await house.service.files.finish(upload, by: ada)
        let post = PostRequest(id: "m1", text: "", file: Self.posted)
        let message = try await house.service.post(post, to: chat, from: user).0
        var bots = try BotHouse(house.accounts, seed: 1, logger: Logger(label: "test"))
        let row = try await house.store.database.read { try ChatTable.find(chat, for: user, $0) }
        var deeds = bots.hear(message, in: row)
        var texts: [String] = []
        while let deed = deeds.first {
            deeds.removeFirst()
            switch deed.deed {
            case .pause(_, let step): deeds += bots.handle(step, in: row)
            case .says(let speech): texts.append(speech.text)
            default: break
            }
        }
        #expect(texts == ["A dog.png"])
    }

    @Test func refusesInvalidFilesOfMessages() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await bob.upload([1], as: Self.other)
            try await ada.upload([1], as: Self.id, length: 2)
            for id in [Self.id, Self.other, Self.id + "x"] {
                try await refuses(409, word: "\"file\"") {
                    try await ada.post("", as: "m1", file: PostedFile(file: id, name: "a", mediaType: "a/b"))
                }
            }
            try await ada.upload([1], as: Self.id, offset: 1)
            func file(_ change: (inout PostedFile) -> Void) -> PostedFile {
                var file = Self.posted
                change(&file)
                return file
            }
            let long = String(repeating: "\u{e9}", count: 128)
            let wrong =
                ["", "a\n", "a\0", "\u{85}", long].map { name in (file { $0.name = name }, "name") }
                + ["", "image", "image/", "/png", "a/b/c", "a/b; c", "a/b\n", "\u{e9}/b"].map { type in
                    (file { $0.mediaType = type }, "mediaType")
                }
                + [
                    (file { $0.width = -1 }, "width"), (file { $0.height = 1_000_000_001 }, "height"),
                    (file { $0.durationMs = -1 }, "durationMs"), (file { $0.file = "x" }, "fileId"),
                ]
            for (file, word) in wrong {
                try await refuses(422, word: word) { try await ada.post("x", as: "m1", file: file) }
            }
            for kind in ["emote", "notice"] {
                try await refuses(400, word: kind) { try await ada.post("x", as: "m1", kind: kind, file: Self.posted) }
            }
            try await refuses(422, word: "text") { try await ada.post("", as: "m1") }
            #expect(try await ada.messages().isEmpty)
        }
    }

    @Test func editsOnlyTheCaptionOfAFile() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await ada.upload(Self.content, as: Self.id)
            let message = try await ada.post("a dog", as: "m1", file: Self.posted)
            for text in ["two dogs", ""] {
                let edited = try await ada.edit("ada/m1", text)
                #expect(edited.text == text && edited.file == message.file && edited.edited == true)
            }
            #expect(try await bob.messages().map(\.file) == [message.file])
        }
    }

    // MARK: Deletion

    @Test func aFileGoesWithTheLastMessageThatNamesIt() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await ada.upload(Self.content, as: Self.id)
            for id in ["m1", "m2"] { _ = try await ada.post("", as: id, file: Self.posted) }
            #expect(try await ada.delete("ada/m1").file == nil)
            try await server.service.sweep()
            #expect(try await bob.download(Self.id).body == Self.content)
            let revised = try await ada.delete("ada/m2")
            #expect(revised.file == nil && revised.kind == "deleted")
            try await refuses(404) { try await bob.download(Self.id) }
            try await refuses(404) { try await ada.uploadInfo(Self.id) }
            try await server.service.sweep()
            #expect(names(server).isEmpty)
        }
    }

    @Test func filesGoWithOldMessagesAndWithAccounts() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let club = try await ada.group(["bob"]).chat
            _ = try await bob.join(club)
            for (number, chat) in ["ada+bob", club].enumerated() {
                let file = PostedFile(file: Self.id + "\(number)", name: "a", mediaType: "a/b")
                try await ada.upload([1], as: file.file)
                _ = try await ada.post("", as: "m1", to: chat, file: file)
            }
            try await ada.upload([1], as: Self.other)
            let removal = try Removal("ada", server.store)
            try removal.carryOut()
            // In groups, messages stay.
            #expect(names(server) == [FileFolder.name(of: Self.id + "1")])
            #expect(try await bob.download(Self.id + "1").body == [1])
            while try await server.service.deleteMessages(before: Date() + 1) > 0 {}
            try await server.service.sweep()
            #expect(names(server).isEmpty)
            #expect(Checkup(path: server.store.path).fileFindings().allSatisfy { !$0.isBad })
        }
    }

    @Test func aDeletedFileGoesEvenIfTheServerWasKilled() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            try await ada.upload([1], as: Self.id)
            try await ada.upload([1], as: Self.other)
            _ = try await ada.post("", as: "m1", file: Self.posted)
            _ = try await ada.delete("ada/m1")
            let folder = FileFolder(store: server.store.path)
            try Data().write(to: URL(fileURLWithPath: folder.path + "/unknown"))
            #expect(
                Checkup(path: server.store.path).fileFindings().contains { $0.text.contains("1 files in") && !$0.isBad }
            )
            try await server.restart()
            #expect(names(server).count == 2)
            try await server.service.sweep()
            #expect(names(server) == [FileFolder.name(of: Self.other)])
        }
    }

    @Test func keepsFilesBesideADatabaseThatKnowsNone() async throws {
        try await TestServer.run { server in
            let folder = FileFolder(store: server.store.path)
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
            try Data().write(to: URL(fileURLWithPath: folder.path + "/unknown"))
            try await server.restart()
            #expect(names(server) == ["unknown"])
        }
    }

    /// Adds a file for which the database has another id, as after a flipped bit.
    private func loseRow(_ server: TestServer, _ ada: TestClient) async throws {
        try await ada.upload(Self.content, as: Self.id)
        try await ada.upload([1], as: Self.other)
        _ = try await ada.post("", as: "m1", file: Self.posted)
        try await server.execute("UPDATE file SET id = 'x' || id WHERE id = '\(Self.id)'")
        // `mkfs` makes such a folder on a disk of its own.
        let folder = FileFolder(store: server.store.path).path + "/lost+found"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try await server.restart()
    }

    @Test func setsAsideAFileWhoseRowIsDamagedAndBringsItBack() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await loseRow(server, ada)
            let (folder, name) = (FileFolder(store: server.store.path), FileFolder.name(of: Self.id))
            #expect(names(server) == [FileFolder.name(of: Self.other)] && folder.aside.names == [name])
            let findings = Checkup(path: server.store.path).fileFindings()
            #expect(findings.contains { $0.text.contains("set aside") && !$0.isBad })
            try await server.execute("UPDATE file SET id = '\(Self.id)' WHERE id != '\(Self.other)'")
            try await server.restart()
            #expect(folder.aside.names.isEmpty)
            #expect(try await bob.download(Self.id).body == Self.content)
        }
    }

    @Test func deletesWhatWasSetAsideAfterAMonth() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            try await loseRow(server, ada)
            let (aside, day) = (FileFolder(store: server.store.path).aside, TimeInterval(86_400))
            try await server.service.deleteExpired(now: Date() + 29 * day)
            #expect(aside.names == [FileFolder.name(of: Self.id), FileFolder.name(of: Self.other)])
            try await server.service.deleteExpired(now: Date() + 31 * day)
            #expect(aside.names.isEmpty)
        }
    }

    @Test func saysWhyAFileCannotBeOpened() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
        #expect { try FileDescriptor(path, O_RDONLY) } throws: { ($0 as? SystemError)?.number == ENOENT }
    }

    // MARK: Backups

    @Test func backsUpAndRestoresFiles() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await ada.upload(Self.content, as: Self.id)
            _ = try await ada.post("", as: "m1", file: Self.posted)
            try await ada.upload([1], as: Self.other, length: 2)
            let (path, copy) = (server.store.path, server.store.path + ".copy")
            defer {
                for end in [".copy", ".copy.files", ".replaced", ".replaced.files", ".lock"] {
                    try? FileManager.default.removeItem(atPath: path + end)
                }
            }
            #expect(try Backup.make(of: path, at: copy) == 0)
            #expect(FileFolder(store: copy).names == [FileFolder.name(of: Self.id)])
            #expect(Checkup(path: copy).fileFindings().allSatisfy { !$0.isBad })
            #expect(throws: ServerError.exists(path: copy)) { try Backup.make(of: path, at: copy) }
            try FileManager.default.removeItem(atPath: copy)
            #expect(throws: ServerError.exists(path: copy + ".files")) { try Backup.make(of: path, at: copy) }
            try FileManager.default.removeItem(atPath: copy + ".files")
            #expect(try Backup.make(of: path, at: copy) == 0)
            let content = FileFolder(store: path).path(of: Self.id)
            #expect(rename(content, content + ".kept") == 0)
            for damaged in [nil, Data([1])] {
                try damaged?.write(to: URL(fileURLWithPath: content))
                #expect(try Backup.make(of: path, at: copy + "-2") == 1)
                #expect(!FileManager.default.fileExists(atPath: copy + "-2.files"))
                try FileManager.default.removeItem(atPath: copy + "-2")
            }
            #expect(rename(content + ".kept", content) == 0)
            _ = try await ada.delete("ada/m1")
            try await server.service.sweep()
            try await ada.upload([1], as: Self.id + "3")
            try await server.restart {
                let replaced = try Backup.restore(copy, to: path)
                #expect(replaced == path + ".replaced")
            }
            #expect(try await bob.download(Self.id).body == Self.content)
            #expect(
                FileFolder(store: path + ".replaced").names
                    == [FileFolder.name(of: Self.id + "3"), FileFolder.name(of: Self.other)])
            // The restored database knows nothing of the later one.
            #expect(names(server) == [FileFolder.name(of: Self.id), FileFolder.name(of: Self.other)])
            #expect(try await ada.upload([2], as: Self.other, offset: 1).sha256 != nil)
        }
    }
}
