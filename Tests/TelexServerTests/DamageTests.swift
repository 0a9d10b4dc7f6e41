import Foundation
import GRDB
import Logging
import TelexAPI
import TelexBot
import Testing

@testable import TelexServer

/// Tests what a damaged row costs: that row, and nothing else.
@Suite struct DamageTests {
    private let house: House
    private let ada: User
    private let bob: User
    private let group: String
    private let token: Secret

    init() async throws {
        house = try House()
        (ada, bob) = (try await house.user("ada"), try await house.user("bob"))
        for name in ["bob", "eliza"] { _ = try await house.service.create(name, for: Caller(user: ada, token: 1)) }
        group = try await house.service.createGroup(CreateGroupRequest(people: ["bob"], name: "Club"), for: ada).chat
        for chat in ["ada+bob", "ada+eliza", group] {
            for number in 1...5 { _ = try await house.post("text \(number)", as: "\(number)", from: ada, to: chat) }
        }
        _ = try await house.service.edit("ada/2", in: "ada+bob", to: EditRequest(text: "edited"), by: ada)
        _ = try await house.service.edit("ada/4", in: "ada+bob", to: EditRequest(text: "edited"), by: ada)
        _ = try await house.service.mark(MarkRequest(read: "ada/3"), in: "ada+bob", of: bob)
        token = try await house.accounts.logIn(house.accounts.invite("ada")).0
        #expect(try await house.accounts.caller(token)?.token == 1)
    }

    /// Runs a statement, then starts another service on the file.
    private func damage(_ sql: String) async throws -> ChatService {
        // Damaged rows may have NULL anywhere.
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        configuration.foreignKeysEnabled = false
        try await DatabaseQueue(path: house.path, configuration: configuration).writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table';
                    PRAGMA schema_version = 1000
                    """)
        }
        try await DatabaseQueue(path: house.path, configuration: configuration).write { try $0.execute(sql: sql) }
        let service = try ChatService(
            house.store, ServerSettings(host: "", port: 0), seed: 1, logger: Logger(label: "test"))
        try await service.wakeBots()
        return service
    }

    @Test(arguments: [
        "text = NULL", "id = NULL", "date = NULL", "kind = NULL", "revised = NULL", "isEdited = NULL", "sender = NULL",
        "sender = 99", "sender = 'x'",
    ])
    func keepsThePlaceOfAMessageThatCannotBeRead(_ change: String) async throws {
        _ = try await damage("UPDATE message SET \(change) WHERE chat = 1 AND seq = 3")
        let messages = try await house.messages("ada+bob", bob)
        #expect(messages.map(\.seq) == [1, 2, 3, 4, 5])
        #expect(messages.map { $0.kind == "unreadable" } == [false, false, true, false, false])
        for range in [Route.MessageRange.after(2), .before(4)] {
            let page = try await house.reader.messages(of: "ada+bob", range, limit: 1, for: bob)
            #expect(page.messages.map(\.seq) == [3] && page.more)
        }
        #expect(try await house.reader.revisions(since: 0, limit: 9, for: bob).messages.map(\.seq) == [2, 4])
        #expect(try await house.chats(bob).count == 2)
    }

    @Test func showsTheRestOfAMessage() async throws {
        _ = try await damage(
            "UPDATE message SET date = 1 << 62, spans = '[{\"start\":-1,\"length\":9}]' WHERE chat = 1")
        let messages = try await house.messages("ada+bob", bob)
        #expect(messages.map(\.text) == ["text 1", "edited", "text 3", "edited", "text 5"])
        #expect(messages.allSatisfy { $0.spans == nil && $0.kind == nil })
        #expect(String(decoding: messages[0].body, as: UTF8.self).contains("9999-12-31T23:59:59.999Z"))
    }

    @Test(arguments: [
        "UPDATE chat SET last = NULL WHERE key = 1", "UPDATE chat SET address = NULL WHERE key = 1",
        "UPDATE chat SET last = NULL, event = 'x' WHERE key = 1",
    ])
    func listsTheOtherChats(_ sql: String) async throws {
        let service = try await damage(sql)
        let page = try await house.reader.chats(since: 0, limit: 1, for: bob)
        let rest = try await house.reader.chats(since: page.cursor, limit: 9, for: bob)
        #expect((page.chats + rest.chats).map(\.chat) == [group])
        #expect(try await service.post(PostRequest(id: "new", text: "x"), to: group, from: ada).isNew)
        await #expect(throws: (any Error).self) {
            try await service.post(PostRequest(id: "new", text: "x"), to: "ada+bob", from: ada)
        }
        _ = try await service.openPush(for: Caller(user: ada, token: 1), after: 0)
    }

    @Test(arguments: [
        "UPDATE member SET standing = NULL WHERE chat = 1 AND user = \(bobsKey)",
        "UPDATE member SET readUpTo = NULL WHERE chat = 1 AND user = \(bobsKey)",
        "UPDATE member SET standing = 1 WHERE chat = 1 AND user = \(bobsKey)",
        "UPDATE user SET display = NULL WHERE name = 'bob'", "UPDATE user SET name = NULL WHERE name = 'bob'",
        "UPDATE user SET display = NULL WHERE name = 'echo'", "UPDATE event SET kind = NULL, user = 'x'",
        "UPDATE event SET chat = NULL", "UPDATE run SET base = NULL, last = 'x'", "UPDATE horizon SET upTo = NULL",
        "UPDATE sqlite_sequence SET seq = 'x' WHERE name = 'event'", "UPDATE userName SET folded = x'FF'",
        "UPDATE token SET used = 'x'", "UPDATE message SET seq = seq << 58 WHERE chat = 1",
        "UPDATE chat SET last = 9223372036854775807 WHERE key = 1",
        "UPDATE message SET seq = 'x' || seq WHERE chat = 1",
    ])
    func everybodyElseGoesOn(_ sql: String) async throws {
        let service = try await damage(sql)
        #expect(try await service.post(PostRequest(id: "new", text: "x"), to: "ada+eliza", from: ada).isNew)
        #expect(try await house.messages("ada+eliza", ada).count >= 6)
        _ = try await house.chats(ada)
        _ = try await house.reader.revisions(since: 0, limit: 9, for: ada)
        _ = try? await house.messages("ada+bob", ada)
        _ = try? await service.post(PostRequest(id: "new", text: "x"), to: "ada+bob", from: ada)
        _ = try await service.openPush(for: Caller(user: ada, token: 1), after: 0)
        try await service.sweep()
        _ = try house.accounts.all()
    }

    /// A client whose token is refused forgets it.
    @Test(arguments: ["DELETE FROM user WHERE name = 'ada'", "UPDATE user SET name = NULL WHERE name = 'ada'"])
    func doesNotRefuseTheTokenOfAUserWhoCannotBeRead(_ sql: String) async throws {
        _ = try await damage(sql)
        await #expect { try await house.accounts.caller(token) } throws: { $0.isDamage }
    }

    /// What the damage breaks may fail. It must not end the process, and nothing may go on forever.
    @Test func survivesAnyFlippedBit() async throws {
        try house.store.checkpoint()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: house.path))
        let used = bytes.indices.filter { bytes[$0] != 0 }
        var random = SeededRandom(seed: 41)
        for _ in 0..<300 {
            var damaged = bytes
            damaged[used.randomElement(using: &random)!] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
            defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
            try damaged.write(to: URL(fileURLWithPath: path))
            await serve(path)
            _ = Checkup(path: path).findings()
        }
    }

    private func serve(_ path: String) async {
        guard let store = try? ServerStore(path: path) else { return }
        defer { try? store.close() }
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        guard let service = try? ChatService(store, ServerSettings(host: "", port: 0), seed: 1, logger: logger) else {
            return
        }
        let (reader, accounts) = (ChatReader(store), Accounts(store))
        try? await service.wakeBots()
        for user in [ada, bob] {
            _ = try? await reader.chats(since: 0, limit: 100, for: user)
            _ = try? await reader.revisions(since: 0, limit: 100, for: user)
            _ = try? await accounts.people("e", for: user)
            _ = try? await service.openPush(for: Caller(user: user, token: 1), after: 0)
            for chat in ["ada+bob", "ada+eliza", group] {
                for range in [Route.MessageRange.latest, .after(0), .before(4)] {
                    _ = try? await reader.messages(of: chat, range, limit: 100, for: user)
                }
                _ = try? await service.post(PostRequest(id: "new", text: "x"), to: chat, from: user)
                _ = try? await service.mark(MarkRequest(read: "ada/4"), in: chat, of: user)
                _ = try? await service.react("x", to: "ada/3", in: chat, by: user)
            }
        }
        try? await service.sweep()
        try? await service.deleteExpired(now: Date())
    }
}

private let bobsKey = "(SELECT key FROM user WHERE name = 'bob')"
