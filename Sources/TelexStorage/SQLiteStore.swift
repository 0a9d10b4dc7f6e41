import Foundation
import GRDB
import TelexCore

/// The store on SQLite.
package final class SQLiteStore: ChatStore {
    /// What a commit outlives.
    package enum Durability: String, Sendable, CaseIterable {
        /// The end of the process, kill -9 included.
        case normal
        /// Power loss, too.
        case full
    }

    let database: DatabaseQueue
    /// `nil` for a store in memory.
    private let file: StoreFile?
    /// The keys of chats that were written or looked up before.
    private var keys: [ChatID: Int64] = [:]
    var arrivals = Arrivals()
    /// What cursors call it.
    private var name = ""

    /// A store that is gone with the process.
    ///
    /// - Parameter name: what cursors call it; no other store is to have the name.
    package init(name: String = SQLiteStore.newName()) throws(StoreError) {
        file = nil
        database = try StoreError.opening(":memory:") { try DatabaseQueue(configuration: Self.configuration) }
        try createTables(":memory:", name)
    }

    /// The store in a file, made if there is none.
    ///
    /// - Parameter name: what cursors call it, should it be new.
    package init(
        path: String, durability: Durability, name: String = SQLiteStore.newName()
    ) throws(StoreError) {
        try Self.checkVersion(path)
        database = try StoreError.opening(path) {
            var configuration = Self.configuration
            configuration.journalMode = .wal
            let database = try DatabaseQueue(path: path, configuration: configuration)
            // Only now: with WAL comes NORMAL.
            try database.inDatabase {
                try $0.execute(sql: "PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
            }
            return database
        }
        file = StoreFile(path)
        try createTables(path, name)
    }

    /// A name that no other store has.
    package static func newName() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Looks into a file before it is opened for writing, and changes nothing that is committed in it. Damage that the start
    /// would meet is found before anything is written.
    private static func checkVersion(_ path: String) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        _ = try StoreReader.current(path, mayCopy: false) { (try lastPosition($0), try ArrivalRecord.arrivals($0)) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }

    private func createTables(_ path: String, _ name: String) throws(StoreError) {
        let database = database
        (self.name, arrivals) = try StoreError.opening(path) {
            try database.inDatabase {
                try Schema.create($0, store: name)
                return (try ArrivalRecord.store($0), try ArrivalRecord.arrivals($0))
            }
        }
    }

    /// Brings everything into the one file, which the next start reads faster than the log beside it. Nothing can be asked
    /// for afterwards.
    ///
    /// What cannot be brought in stays in the log, and counts all the same.
    package func close() { try? database.close() }

    /// Nobody else writes meanwhile; GRDB's own `read` sets PRAGMA query_only, after which SQLite prepares all statements anew.
    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try database.unsafeRead(body) } catch { throw StoreError.loading(error, file?.path) }
    }

    package func lastPosition() throws -> Int64 { try read(Self.lastPosition) }

    private static func lastPosition(_ database: Database) throws -> Int64 {
        let sql = """
            SELECT max(max(coalesce(lastOrder, 0), coalesce(
                (SELECT max(position) FROM message WHERE chat = chat.key AND position <= \(Place.last)), 0)))
            FROM chat
            """
        return try Int64.fetchOne(database, sql: sql) ?? 0
    }

    package func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage] {
        try read { database in
            guard let key = try self.key(of: chat, database) else { return [:] }
            var known: [MessageID: KnownMessage] = [:]
            let found = try database.cachedStatement(
                sql: """
                    SELECT position, isOwn, sender, kind, attention, content FROM message
                    WHERE chat = ? AND id = ?
                    """)
            let after = try database.cachedStatement(
                sql: """
                    SELECT count(*) AS unread, count(*) FILTER (WHERE \(MessageRecord.mentions)) AS mentions
                    FROM message WHERE chat = ? AND position > ? AND \(MessageRecord.counts)
                    """)
            for message in messages {
                guard let row = try Row.fetchOne(found, arguments: [key, StoredText.encode(message.text)]) else {
                    continue
                }
                let count = try Row.fetchOne(after, arguments: [key, row["position"] as Int64])
                known[message] = KnownMessage(
                    position: row["position"], unreadAfter: count?["unread"] ?? 0,
                    mentionsAfter: count?["mentions"] ?? 0, isOwn: row["isOwn"],
                    content: try MessageRecord.content(row))
            }
            return known
        }
    }

    package func stored(_ messages: [MessageKey]) throws -> Set<MessageKey> {
        var stored: Set<MessageKey> = []
        try read { database in
            try database.inTransaction(.deferred) {
                for start in stride(from: 0, to: messages.count, by: MessageRecord.lookedUpTogether) {
                    let some = messages[start...].prefix(MessageRecord.lookedUpTogether)
                    let keys = try some.map { message in (try self.key(of: message.chat, database), message.message) }
                    for place in try MessageRecord.stored(keys, database) { stored.insert(some[start + place]) }
                }
                return .commit
            }
        }
        return stored
    }

    package func commit(_ changes: [StoreChange]) throws {
        if let file, !file.isInPlace { throw StoreError.replaced(path: file.path) }
        do {
            try database.write { database in
                for change in changes { try self.write(change, database) }
            }
        } catch {
            forgetKeys()
            throw StoreError.writing(error, file?.path)
        }
    }

    /// How far the backend has brought what it names, by name, of names that begin with a text. It may be asked from any
    /// thread, as the next one.
    package func bookmarks(_ prefix: String = "") throws -> [String: String] {
        try database.unsafeRead { try BookmarkRecord.all(prefix, $0) }
    }

    package func bookmark(_ name: String) throws -> String? {
        try database.unsafeRead { try BookmarkRecord.value(name, $0) }
    }

    package func load(_ query: StoreQuery) throws -> Event {
        try read { database in
            switch query {
            case .chats: .chat(.loaded(chats: try ChatRecord.all(database)))
            case .outbox: .outbox(.loaded(messages: try MessageRecord.unsent(database)))
            case .history(let chat, let position, let limit):
                try HistoryRecord.page(of: chat, before: position, limit: limit, database)
            case .newerHistory(let chat, let position, let limit):
                try HistoryRecord.page(of: chat, after: position, limit: limit, database)
            case .inbox(let cursor, let limit):
                .inbox(.loaded(try ArrivalRecord.page(after: cursor, limit: limit, store: name, database)))
            case .reminders: .reminder(.loaded(reminders: try ReminderRecord.all(database)))
            case .allContacts: .contact(.loaded(contacts: try ContactRecord.all(database)))
            case .contacts(let query, let limit):
                .search(.found(query: query, contacts: try people(matching: query, limit, database)))
            }
        }
    }

    /// People chatted with come first, then contacts.
    private func people(matching query: String, _ limit: Int, _ database: Database) throws -> [String] {
        var people = try ChatRecord.contacts(matching: query, limit, database)
        for name in try ContactRecord.names(matching: query, limit, database) where !people.contains(name) {
            people.append(name)
        }
        return Array(people.prefix(limit))
    }

    // MARK: Writing

    private func write(_ change: StoreChange, _ database: Database) throws {
        switch change {
        case .chat(let chat): try ChatRecord.save(chat, key: makeKey(of: chat.id, database), database)
        case .members(let chat, let members):
            try ChatRecord.save(members, key: makeKey(of: chat, database), database)
        case .message(let message):
            try MessageRecord.save(
                message, chat: makeKey(of: message.chat, database), arrival: arrivals.next(), database)
        case .earlier(let message):
            try MessageRecord.save(
                message, chat: makeKey(of: message.chat, database), arrival: arrivals.earlier(), database)
        case .contact(let contact): try ContactRecord.save(contact, database)
        case .reminder(let reminder): try ReminderRecord.save(reminder, database)
        case .bookmark(let name, let value): try BookmarkRecord.save(name, value, database)
        case .contactRemoved(let id): try ContactRecord.remove(id, database)
        case .chatRemoved(let chat):
            guard let key = try key(of: chat, database) else { return }
            try ArrivalRecord.keep(arrivals.last, database)
            try ChatRecord.remove(key, database)
            keys[chat] = nil
        case .gap(let chat, let position, let token):
            try ChatRecord.setGap(at: position, token, of: makeKey(of: chat, database), database)
        case .moved(let chat, let message, let position):
            try MessageRecord.move(message, chat: makeKey(of: chat, database), to: position, database)
        case .revised(let chat, let message, let content):
            try MessageRecord.revise(message, chat: makeKey(of: chat, database), content, database)
        case .delivered(let chat, let position):
            try ChatRecord.raise("deliveredUpTo", to: position, of: makeKey(of: chat, database), database)
        case .otherRead(let chat, let position):
            try ChatRecord.raise("otherReadUpTo", to: position, of: makeKey(of: chat, database), database)
        }
    }

    func key(of chat: ChatID, _ database: Database) throws -> Int64? {
        if let key = keys[chat] { return key }
        let statement = try database.cachedStatement(sql: "SELECT key FROM chat WHERE id = ?")
        let key = try Int64.fetchOne(statement, arguments: [StoredText.encode(chat.text)])
        keys[chat] = key
        return key
    }

    /// Keys given out in a transaction that did not happen are no keys.
    func forgetKeys() { keys.removeAll() }

    func makeKey(of chat: ChatID, _ database: Database) throws -> Int64 {
        if let key = try key(of: chat, database) { return key }
        try database.execute(
            sql: "INSERT INTO chat (id, title) VALUES (?, ?)",
            arguments: [StoredText.encode(chat.text), StoredText.encode(chat.text)])
        keys[chat] = database.lastInsertedRowID
        return database.lastInsertedRowID
    }
}
