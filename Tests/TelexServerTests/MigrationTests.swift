import Foundation
import GRDB
import TelexAPI
import Testing

@testable import TelexServer

/// A file of each version is in the folder `Stores`, as SQL, with the same people, chats and messages, and what else that
/// version has.
@Suite struct MigrationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")
    private static let versions = 1...ServerSchema.migrations.count

    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("migration-\(UUID())").path

    private func remove() {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    private func make(_ version: Int) throws {
        let dump = try String(contentsOf: Self.folder.appending(path: "\(version).sql"), encoding: .utf8)
        try edit(dump)
    }

    private func edit(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.inDatabase(body)
    }

    /// What describes the tables, indexes and triggers.
    private static func schema(_ database: Database) throws -> Set<String> {
        let texts = try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return Set(texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") })
    }

    /// The rows of all tables, with the columns that an older version has.
    private static func rows(_ database: Database, like old: [String: Set<Row>]? = nil) throws -> [String: Set<Row>] {
        let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        var rows: [String: Set<Row>] = [:]
        for table in tables where table != "grdb_migrations" && (old == nil || old?[table]?.isEmpty == false) {
            let columns = old?[table]?.first.map { $0.columnNames.joined(separator: ", ") } ?? "*"
            rows[table] = try Row.fetchSet(database, sql: "SELECT \(columns) FROM \(table)")
        }
        return rows
    }

    @Test(arguments: versions) func bringsAFileUpToDate(version: Int) async throws {
        defer { remove() }
        try make(version)
        let old = try read { try Self.rows($0) }
        #expect(try read(ServerSchema.isIntact))
        let store = try ServerStore(path: path)
        try await expectEverything(store, version)
        try store.close()
        #expect(try read { try Self.rows($0, like: old) } == old)
        #expect(try read(Self.schema) == Self.newSchema())
        #expect(Checkup(path: path).fault() == nil)
        let new = try read { try Self.rows($0) }
        try ServerStore(path: path).close()
        #expect(try read { try Self.rows($0) } == new)
    }

    private static func newSchema() throws -> Set<String> {
        let queue = try DatabaseQueue()
        try ServerSchema.migrator.migrate(queue)
        return try queue.read(schema)
    }

    private func expectEverything(_ store: ServerStore, _ version: Int) async throws {
        let (accounts, reader) = (Accounts(store), ChatReader(store))
        #expect(try accounts.all().map(\.name) == ["ada", "bob", "echo", "eliza", "zoe"])
        let ada = try await accounts.find("ÁDA LOVELACE")
        let zoe = try await accounts.find("zoe emile angstrom")
        #expect(ada.name == "ada" && zoe.display == "Zoë Émile Ångström")
        #expect(try await accounts.people("emile", for: ada).map(\.user) == ["zoe"])
        await #expect(throws: ServerError.nobody("Eve")) { try await accounts.find("Eve") }
        let hasGroups = version >= 3
        let chats = try await reader.chats(since: 0, limit: 9, for: ada).chats
        #expect(Set(chats.map(\.title)) == (hasGroups ? ["Zoë Émile Ångström", "Walkers"] : ["Zoë Émile Ångström"]))
        let direct = try await reader.messages(of: "ada+zoe", .latest, limit: 9, for: ada).messages
        #expect(direct.map(\.text).prefix(2) == ["Grüße, Ada!", "nul\0text"])
        #expect(direct.map(\.edited) == [nil, nil, hasGroups ? true : nil] + (version >= 10 ? [nil] : []))
        #expect(direct[0].reactions?.map(\.key) == (version >= 4 ? ["👍"] : nil))
        #expect(direct[2].replyTo == (version >= 4 ? "zoe/z1" : nil))
        #expect(direct.last?.file?.name == (version >= 10 ? "hello.txt" : nil))
        #expect(chats.first { $0.group == nil }?.settings?.pinOrder == (version >= 7 ? 3 : nil))
        guard let group = chats.first(where: { $0.group != nil }) else { return }
        #expect(group.topic == (version >= 9 ? "Sundays at nine" : nil))
        let inGroup = try await reader.messages(of: group.chat, .latest, limit: 9, for: ada).messages
        #expect(inGroup.map(\.kind) == ["deleted", "emote"])
        let row = try await store.database.read { try ChatTable.find(group.chat, for: ada, $0) }
        #expect(row.member(with: ada.key)?.isAdmin == true && row.invited == [zoe])
        #expect(row.guests.first { $0.standing == .left }?.title == "Walkers")
    }

    /// As if the process had been killed after the last step, or an older program had folded names in another way.
    @Test func makesTheNamesAnewIfTheyAreThoseOfAnOlderVersion() async throws {
        defer { remove() }
        try make(14)
        try edit("DELETE FROM userName WHERE user > 3; UPDATE userName SET folded = 'x' || folded")
        let store = try ServerStore(path: path)
        let accounts = Accounts(store)
        let ada = try await accounts.find("Ada Lovelace")
        #expect(try await accounts.people("émile", for: ada).map(\.user) == ["zoe"])
        #expect(try await accounts.people("x", for: ada) == [])
        try store.close()
    }

    @Test func startsAlthoughTheNamesAreTooDamagedToBeMadeAnew() throws {
        defer { remove() }
        try make(14)
        try edit(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 999)
            INSERT INTO userName SELECT format('name %03d', n), 0, 3 FROM number
            """)
        let (root, size) = try read {
            (
                try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'userName'")!,
                try Int.fetchOne($0, sql: "PRAGMA page_size")!
            )
        }
        var file = try Data(contentsOf: URL(filePath: path))
        // The last page of the table, to which its first one leads (sqlite.org/fileformat2.html, 1.6).
        let start = (root - 1) * size
        let last = file[start + 8..<start + 12].reduce(0) { $0 << 8 | Int($1) }
        file.replaceSubrange((last - 1) * size..<last * size, with: Data(repeating: 0xA5, count: size))
        try file.write(to: URL(filePath: path))
        let store = try ServerStore(path: path)
        #expect(try Accounts(store).all().count == 5)
        try store.close()
    }
}
