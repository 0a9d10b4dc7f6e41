import Foundation
import GRDB
import TelexCore

/// Reads everything in a store without changing it, even while another process has it open. Reads as much as it can of
/// a damaged file, or of one of another version.
package final class StoreExport {
    /// How much of the store was exported.
    package enum Extent: Hashable, Sendable {
        case whole
        /// Another version wrote the file, which may contain more.
        case known
        /// Parts of the file cannot be read.
        case readable
    }

    private let reader: StoreReader
    private let path: String
    private var isWhole = true
    /// The number of rows that were found and cannot be read, or only partly.
    package private(set) var unreadableRows = 0 { didSet { isWhole = false } }

    package init(path: String) throws(StoreError) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
        do {
            // Allows SQLite to read a file whose end is missing.
            reader = try StoreReader(path) { try $0.execute(sql: "PRAGMA writable_schema = ON") }
        } catch {
            throw StoreError.reading(error, path)
        }
    }

    /// Returns a value that a backend has kept; `nil` if it is missing or unreadable.
    package func value(_ name: String) throws -> String? {
        try reading { database in
            guard let table = try ["link", "bookmark"].first(where: { try StoreSchema.hasTable($0, database) }) else {
                return nil
            }
            var value: String?
            try salvage { value = try LinkRecord.value(name, in: table, database) }
            return value
        }
    }

    /// Returns the people whom the profile ignores, as far as that is readable.
    package func ignored() throws -> IgnoredPeople {
        try reading { database in
            var ignored = IgnoredPeople()
            let (wasWhole, rows) = (isWhole, unreadableRows)
            try readNamed("ignored", database) {
                if case .ignored(let person) = $0 { ignored.note(person) }
            } _: {
                $0.ignored().map(StoredItem.ignored)
            }
            // They are read again, and counted then. Each change of the number notes damage, so it comes first.
            unreadableRows = rows
            isWhole = wasWhole
            return ignored
        }
    }

    /// Calls `take` with everything: each chat followed by its gaps and messages, then contacts, then reminders,
    /// then whom we ignore.
    package func read(_ take: @escaping (StoredItem) throws -> Void) throws -> Extent {
        var standing = StoreSchema.State.current
        try reading { database in
            try salvage { standing = try StoreSchema.standing(database) }
            if standing == .empty { return }
            for (key, stored) in try chats(database) {
                try take(.chat(stored))
                try readGaps(of: stored.chat.id, key, database, take)
                try readMessages(of: stored.chat.id, key, database, take)
            }
            try readContacts(database, take)
            try readNamed("reminder", database, take) { $0.reminder().map(StoredItem.reminder) }
            try readNamed("ignored", database, take) { $0.ignored().map(StoredItem.ignored) }
            // Not `quick_check`, which does not see that pages were swapped.
            try salvage {
                if try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") != "ok" { isWhole = false }
            }
        }
        return !isWhole ? .readable : [.obsolete, .newer].contains(standing) ? .known : .whole
    }

    /// Runs a body that reads a part of the file, and notes whether it met damage.
    private func salvage(_ body: () throws -> Void) throws {
        if try !Salvage.isReadable(body) { isWhole = false }
    }

    /// Reads the file in one transaction.
    private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try reader.readUnisolated { database in
                try database.execute(sql: "BEGIN")
                defer { try? database.execute(sql: "ROLLBACK") }
                return try body(database)
            }
        } catch let error as DatabaseError {
            throw StoreError.reading(error, path)
        }
    }

    // MARK: Tables

    /// Returns the chats with their keys. A chat with an unreadable row gets its id from the index, or else one made
    /// from its key. So does the second of two chats with the same id.
    private func chats(_ database: Database) throws -> [(Int64, StoredChat)] {
        guard try StoreSchema.hasTable("chat", database) else { throw StoreError.unreadable(path: path) }
        var chats: [Int64: StoredChat] = [:]
        lazy var names = (try? self.names(database)) ?? [:]
        var taken: Set<ChatID> = []
        let isReadable = try Salvage(database, "SELECT * FROM chat WHERE 1", key: "key") { row in
            var row = StoredRow(row)
            guard let key = row.number("key") else { return self.unreadableRows += 1 }
            let lost = ChatID("lost-\(key)")
            var stored = row.chat(orNamed: names[key] ?? lost)
            if !taken.insert(stored.chat.id).inserted { stored.chat.id = row.invalid() ?? lost }
            chats[key] = stored
            if !row.isSound { self.unreadableRows += 1 }
        }.run(keys: Self.range(names.keys.min(), names.keys.max()))
        if !isReadable {
            isWhole = false
            for (key, id) in names where chats[key] == nil && taken.insert(id).inserted {
                chats[key] = StoredChat(Chat(id: id, title: id.text))
            }
        }
        for key in try keysOfMessages(database) where chats[key] == nil {
            isWhole = false
            chats[key] = StoredChat(Chat(id: "lost-\(key)", title: "lost-\(key)"))
        }
        return chats.sorted(by: \.key).map { ($0.key, $0.value) }
    }

    private func names(_ database: Database) throws -> [Int64: ChatID] {
        var names: [Int64: ChatID] = [:]
        try salvage {
            let rows = try Row.fetchCursor(
                database, sql: "SELECT key, id FROM chat INDEXED BY sqlite_autoindex_chat_1 ORDER BY id")
            var order = KeyOrder<StoredKey>()
            while let row = try rows.next() {
                try order.check(StoredKey(row, "id"))
                var row = StoredRow(row)
                if let key = row.number("key") { names[key] = row.id("id") }
            }
        }
        return names
    }

    private func keysOfMessages(_ database: Database) throws -> [Int64] {
        var order = KeyOrder<Int64>()
        var keys: [Int64] = []
        try salvage {
            while let key = try Int64.fetchOne(
                database, sql: "SELECT min(chat) FROM message WHERE chat > ?", arguments: [keys.last ?? .min])
            {
                try order.check(key)
                keys.append(key)
            }
        }
        return keys
    }

    private func readGaps(
        of chat: ChatID, _ key: Int64, _ database: Database, _ take: @escaping (StoredItem) throws -> Void
    ) throws {
        guard try StoreSchema.hasTable("gap", database) else { return }
        try read(database, "SELECT * FROM gap WHERE chat = ?", [key], key: "position", take) {
            $0.gap(in: chat).map(StoredItem.gap)
        }
    }

    private func readMessages(
        of chat: ChatID, _ key: Int64, _ database: Database, _ take: @escaping (StoredItem) throws -> Void
    ) throws {
        var places: Set<Int64> = []
        try read(
            database, "SELECT * FROM message WHERE chat = ?", [key], key: "position",
            keys: { try? Self.places(of: key, database) }, take
        ) { row in
            guard let message = row.message(in: chat) else { return nil }
            // Two messages with the same position are damage: no store would import the second one.
            return places.insert(message.position).inserted ? .message(message) : row.invalid()
        }
    }

    /// Returns the range of positions in a chat, read from the index of message ids.
    private static func places(of key: Int64, _ database: Database) throws -> Range<Int64>? {
        var row = try Row.fetchOne(
            database,
            sql: "SELECT min(position), max(position) FROM message INDEXED BY messageByID WHERE chat = ?",
            arguments: [key]
        ).map(StoredRow.init)
        return range(row?.number(0), row?.number(1))
    }

    /// Returns the range from `low` to `high`, inclusive. Excludes `Int64.max`, which only damage can produce.
    static func range(_ low: Int64?, _ high: Int64?) -> Range<Int64>? {
        guard let low, let high else { return nil }
        return low..<(high == .max ? high : high + 1)
    }

    private func readContacts(_ database: Database, _ take: @escaping (StoredItem) throws -> Void) throws {
        guard try StoreSchema.hasTable("contact", database) else { return }
        try read(database, "SELECT * FROM contact WHERE 1", key: "key", take) { $0.contact().map(StoredItem.contact) }
    }

    /// Reads a table whose key is the text `id`.
    private func readNamed(
        _ table: String, _ database: Database, _ take: @escaping (StoredItem) throws -> Void,
        _ read: @escaping (inout StoredRow) -> StoredItem?
    ) throws {
        guard try StoreSchema.hasTable(table, database) else { return }
        var order = KeyOrder<StoredKey>()
        let isReadable = try Salvage.isReadable {
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table) ORDER BY id")
            while let row = try rows.next() {
                try order.check(StoredKey(row, "id"))
                if let item = item(row, read) { try take(item) }
            }
        }
        if isReadable { return }
        isWhole = false
        var behind: [StoredItem] = []
        _ = try Salvage.isReadable {
            let rows = try Row.fetchCursor(
                database, sql: "SELECT * FROM \(table) WHERE id > ? ORDER BY id DESC",
                arguments: [order.last?.text ?? ""])
            var order = KeyOrder<StoredKey>(isAscending: false)
            while let row = try rows.next() {
                try order.check(StoredKey(row, "id"))
                if let item = item(row, read) { behind.append(item) }
            }
        }
        for item in behind.reversed() { try take(item) }
    }

    private func read(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = [], key: String,
        keys: () -> Range<Int64>? = { nil }, _ take: @escaping (StoredItem) throws -> Void,
        _ read: @escaping (inout StoredRow) -> StoredItem?
    ) throws {
        let salvage = Salvage(database, sql, arguments, key: key) { row in
            if let item = self.item(row, read) { try take(item) }
        }
        if try !salvage.run(keys: keys()) { isWhole = false }
    }

    /// Returns the item of a row, and notes whether the row is wholly readable.
    private func item(_ row: Row, _ read: (inout StoredRow) -> StoredItem?) -> StoredItem? {
        var row = StoredRow(row)
        let item = read(&row)
        if !row.isSound { unreadableRows += 1 }
        return item
    }
}
