import CPowerCut
import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

/// A store of each version that had a release is in the folder `Stores`, with the same chats, messages, contact,
/// reminder and state of a backend, and, since version 7, people whom one ignores.
extension DiskTests {
    @Suite struct MigrationTests {
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")
        private static let versions = 4...StoreSchema.version

        /// Runs a test with a copy of the store of a version.
        private func withStore(_ version: Int, _ test: (String) throws -> Void) throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("migration-\(UUID())").path
            defer { remove(path) }
            try FileManager.default.copyItem(
                atPath: Self.folder.appending(path: "\(version).sqlite").path, toPath: path)
            try test(path)
        }

        private func remove(_ path: String) {
            for end in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + end) }
        }

        private func items(_ path: String) throws -> [StoredItem] {
            var items: [StoredItem] = []
            #expect(try StoreExport(path: path).read { items.append($0) } == .whole)
            return items
        }

        @Test(arguments: versions) func readersShowWhatIsInAStoreOfThatVersion(version: Int) throws {
            try withStore(version) { path in
                let before = try Data(contentsOf: URL(filePath: path))
                let items = try items(path)
                func count(_ isCounted: (StoredItem) -> Bool) -> Int { items.count(where: isCounted) }
                #expect(count { if case .chat = $0 { true } else { false } } == 3)
                #expect(count { if case .message = $0 { true } else { false } } == 8)
                #expect(count { if case .contact = $0 { true } else { false } } == 1)
                #expect(count { if case .reminder = $0 { true } else { false } } == 1)
                #expect(count { if case .gap = $0 { true } else { false } } == 1)
                #expect(try StoreExport(path: path).value("since") == "s1")
                let checkup = try StoreCheckup(path: path, owner: "since")
                #expect(checkup.damage == [] && checkup.unreadableRows == 0 && checkup.owner == "s1")
                #expect(try UnreadTotal.total(path: path) == 3 && checkup.version == version)
                #expect(checkup.isOutdated == (version < StoreSchema.version))
                #expect(try Data(contentsOf: URL(filePath: path)) == before)
            }
        }

        @Test(arguments: versions) func bringsAStoreUpToDate(version: Int) throws {
            try withStore(version) { path in
                let before = try items(path)
                let store = try SQLiteStore(path: path, durability: .normal)
                #expect(try store.link.values("room/") == ["room/!r:x": "{}"] && store.link.value("since") == "s1")
                #expect(try store.database.read(Self.schema) == SQLiteStore().database.read(Self.schema))
                #expect(try store.earlyReactions(to: ["later"], in: "ada")["later"]?.count == 1)
                #expect(try found("bold wor", store) == ["m1"] && found("WELCOME", store) == ["c1"])
                store.close()
                #expect(try items(path) == before)
                let checkup = try StoreCheckup(path: path, owner: "since")
                #expect(checkup.version == StoreSchema.version && checkup.isIndexWhole)
                let file = try Data(contentsOf: URL(filePath: path))
                try SQLiteStore(path: path, durability: .normal).close()
                #expect(try Data(contentsOf: URL(filePath: path)) == file)
            }
        }

        /// What describes the tables, indexes and triggers.
        private static func schema(_ database: Database) throws -> Set<String> {
            let texts = try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
            return Set(texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") })
        }

        private func found(_ text: String, _ store: SQLiteStore) throws -> [MessageID] {
            let query = MessageQuery([SearchPart(text)])
            guard case .messageSearch(.found(let page)) = try store.load(.found(query, before: nil, limit: 9)) else {
                return []
            }
            return page.messages.map(\.message.id)
        }

        /// A version can fold words in another way than those before.
        @Test func makesTheWordsOfNamesAnew() throws {
            try withStore(4) { path in
                let queue = try DatabaseQueue(path: path)
                try queue.inDatabase { try $0.execute(sql: "UPDATE contactWord SET word = 'x' || word") }
                try queue.close()
                let store = try SQLiteStore(path: path, durability: .normal)
                let words = try store.database.read { try String.fetchAll($0, sql: "SELECT word FROM contactWord") }
                #expect(words == ["ada", "lovelace"])
                store.close()
            }
        }

        /// Whatever part of the writes has reached the disk, a store is as before or as after.
        ///
        /// - Parameter percent: how much of the unsynced data survives: all of it after a kill, less after a power cut.
        @Test(arguments: [100, 50, 0]) func losesNothingIfAMigrationIsInterrupted(percent: Int) throws {
            try withStore(4) { path in
                let before = try items(path)
                let store = try Data(contentsOf: URL(filePath: path))
                power_cut_begin(path)
                try SQLiteStore(path: path, durability: .normal).close()
                power_cut_end()
                let count = power_cut_count()
                try #require(count > 3)
                for cut in 0...count {
                    let copy = path + "-copy"
                    defer { remove(copy) }
                    try store.write(to: URL(filePath: copy))
                    power_cut_copy(copy, cut, UInt32(cut), Int32(percent))
                    #expect(try items(copy) == before, "after cut \(cut) of \(count)")
                    let opened = try SQLiteStore(path: copy, durability: .normal)
                    #expect(try opened.link.value("since") == "s1")
                    opened.close()
                    #expect(try items(copy) == before, "after cut \(cut) of \(count), and a start")
                }
            }
        }
    }
}
