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

    /// Returns the value of a backend's bookmark; `nil` if it is missing or unreadable.
    package func bookmark(_ name: String) throws -> String? {
        try reading { database in
            guard try database.tableExists("bookmark") else { return nil }
            var value: String?
            try salvage { value = try BookmarkRecord.value(name, database) }
            return value
        }
    }

    /// Calls `take` with everything: each chat followed by its gaps and messages, then contacts, then reminders.
    package func read(_ take: @escaping (StoredItem) throws -> Void) throws -> Extent {
        var standing = Schema.Standing.current
        try reading { database in
            try salvage { standing = try Schema.standing(database) }
            if standing == .empty { return }
            for (key, chat) in try chats(database) {
                try take(.chat(chat))
                try readGaps(of: chat.id, key, database, take)
                try readMessages(of: chat.id, key, database, take)
            }
            try readContacts(database, take)
            try readReminders(database, take)
            try salvage { if try String.fetchOne(database, sql: "PRAGMA quick_check(1)") != "ok" { isWhole = false } }
        }
        return !isWhole ? .readable : [.older, .newer].contains(standing) ? .known : .whole
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
    /// from its key.
    private func chats(_ database: Database) throws -> [(Int64, StoredChat)] {
        guard try database.tableExists("chat") else { throw StoreError.unreadable(path: path) }
        var chats: [Int64: StoredChat] = [:]
        let readsRow = { (row: Row) in
            let salvaged = SalvagedRow(row)
            chats[row["key"]] = salvaged.chat
            if salvaged.chat == nil || salvaged.details == nil { self.isWhole = false }
        }
        let names = { (try? self.names(database)) ?? [:] }
        let keys = { Self.range(names().keys.min(), names().keys.max()) }
        if try !Salvage(database, "SELECT * FROM chat WHERE 1", key: "key", readsRow).run(keys: keys()) {
            isWhole = false
            for name in names() where chats[name.key] == nil {
                chats[name.key] = StoredChat(id: name.value, title: name.value.text)
            }
            for key in try keysOfMessages(database) where chats[key] == nil {
                chats[key] = StoredChat(id: "lost-\(key)", title: "lost-\(key)")
            }
        }
        return chats.sorted(by: \.key).map { ($0.key, $0.value) }
    }

    private func names(_ database: Database) throws -> [Int64: ChatID] {
        var names: [Int64: ChatID] = [:]
        _ = try Salvage.isReadable {
            let rows = try Row.fetchCursor(
                database, sql: "SELECT key, id FROM chat INDEXED BY sqlite_autoindex_chat_1 ORDER BY id")
            while let row = try rows.next() { names[row["key"]] = SalvagedRow(row).id("id") }
        }
        return names
    }

    private func keysOfMessages(_ database: Database) throws -> [Int64] {
        var keys: [Int64] = []
        _ = try Salvage.isReadable {
            while let key = try Int64.fetchOne(
                database, sql: "SELECT min(chat) FROM message WHERE chat > ?", arguments: [keys.last ?? .min])
            {
                keys.append(key)
            }
        }
        return keys
    }

    private func readGaps(
        of chat: ChatID, _ key: Int64, _ database: Database, _ take: @escaping (StoredItem) throws -> Void
    ) throws {
        guard try database.tableExists("gap") else { return }
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
            // Two messages with the same position are damage: no store would import the second one.
            guard let message = row.message(in: chat), places.insert(message.position).inserted else { return nil }
            return .message(message)
        }
    }

    /// Returns the range of positions in a chat, read from the index of message ids.
    private static func places(of key: Int64, _ database: Database) throws -> Range<Int64>? {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT min(position), max(position) FROM message INDEXED BY messageByID WHERE chat = ?",
            arguments: [key])
        return row.flatMap { range($0[0], $0[1]) }
    }

    /// Returns the range from `low` to `high`, inclusive. Excludes `Int64.max`, which only damage can produce.
    static func range(_ low: Int64?, _ high: Int64?) -> Range<Int64>? {
        guard let low, let high else { return nil }
        return low..<(high == .max ? high : high + 1)
    }

    private func readContacts(_ database: Database, _ take: @escaping (StoredItem) throws -> Void) throws {
        guard try database.tableExists("contact") else { return }
        try read(database, "SELECT * FROM contact WHERE 1", key: "key", take) { $0.contact.map(StoredItem.contact) }
    }

    private func readReminders(_ database: Database, _ take: @escaping (StoredItem) throws -> Void) throws {
        guard try database.tableExists("reminder") else { return }
        var last = ""
        let isReadable = try Salvage.isReadable {
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM reminder ORDER BY id")
            while let row = try rows.next() {
                last = String.fromDatabaseValue(row["id"]) ?? last
                if let reminder = SalvagedRow(row).reminder { try take(.reminder(reminder)) } else { isWhole = false }
            }
        }
        if isReadable { return }
        isWhole = false
        var behind: [Reminder] = []
        _ = try Salvage.isReadable {
            let rows = try Row.fetchCursor(
                database, sql: "SELECT * FROM reminder WHERE id > ? ORDER BY id DESC", arguments: [last])
            while let row = try rows.next() { SalvagedRow(row).reminder.map { behind.append($0) } }
        }
        for reminder in behind.reversed() { try take(.reminder(reminder)) }
    }

    private func read(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = [], key: String,
        keys: () -> Range<Int64>? = { nil }, _ take: @escaping (StoredItem) throws -> Void,
        _ item: @escaping (SalvagedRow) -> StoredItem?
    ) throws {
        let salvage = Salvage(database, sql, arguments, key: key) { row in
            if let item = item(SalvagedRow(row)) { try take(item) } else { self.isWhole = false }
        }
        if try !salvage.run(keys: keys()) { isWhole = false }
    }
}
