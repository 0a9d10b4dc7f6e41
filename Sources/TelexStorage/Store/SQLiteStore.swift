import Foundation
import GRDB
import TelexCore

/// Stores a profile's data in SQLite.
package final class SQLiteStore: ChatStore {
    /// What a commit survives.
    package enum Durability: String, Sendable, CaseIterable {
        /// The end of the process, even by kill -9.
        case normal
        /// Also power loss.
        case full
    }

    let database: DatabaseQueue
    let index = SearchIndex()
    /// `nil` for a store in memory.
    private let file: StoreFile?
    /// The keys of chats that were written or looked up, as a cache.
    private var keys: [ChatID: Int64] = [:]
    var arrivals = Arrivals()
    /// Whether there may be reactions that came before their messages.
    private var hasEarlyReactions = false
    /// The name of this store in cursors.
    private var name = ""
    /// The highest stored position; `nil` once something has been written.
    private var last: Int64?

    /// Opens a store in memory, which is lost when the process ends.
    ///
    /// - Parameter name: the name of the store in cursors, which must be unique.
    package init(name: String = SQLiteStore.newName()) throws(StoreError) {
        file = nil
        database = try StoreError.opening(":memory:") { try DatabaseQueue(configuration: Self.configuration) }
        try prepare(":memory:", name)
    }

    /// Opens the store in a file. Creates the file if there is none.
    ///
    /// - Parameter name: the name of the store in cursors if it is new.
    package init(
        path: String, durability: Durability, name: String = SQLiteStore.newName()
    ) throws(StoreError) {
        try StoreError.checkIsFile(path)
        // SQLite also writes beside the file.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if access(path, R_OK) == 0, access(path, W_OK) != 0 || access(folder, W_OK) != 0 {
            throw .readOnly(path: path, reason: String(cString: strerror(errno)))
        }
        database = try StoreError.opening(path) { try DatabaseQueue(path: path, configuration: Self.configuration) }
        file = StoreFile(path)
        try prepare(path, name, durability)
    }

    /// Reads the store in a file that cannot be written. What is written stays in memory, and is lost when the process
    /// ends.
    package init(copyOf path: String) throws(StoreError) {
        file = nil
        database = try StoreError.opening(path) {
            let copy = try DatabaseQueue(configuration: Self.configuration)
            try StoreReader(path).copy(to: copy)
            return copy
        }
        try prepare(path, Self.newName())
    }

    /// Returns a random name that no other store has.
    package static func newName() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// Creates the tables, or brings them up to date. Damage that would stop the start is found before anything is written.
    ///
    /// - Parameter durability: `nil` for a store in memory.
    private func prepare(_ path: String, _ name: String, _ durability: Durability? = nil) throws(StoreError) {
        let database = database
        (self.name, arrivals, hasEarlyReactions, last) = try StoreError.opening(path) {
            try database.inDatabase {
                let found = try StoreSchema.hasTables($0, path) ? Self.contents($0) : nil
                if let durability {
                    // Not by GRDB's configuration, which writes a table at each start, and waits for the disk, only so
                    // that the log exists.
                    try $0.execute(sql: "PRAGMA journal_mode = WAL")
                    try $0.execute(sql: "PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
                    // 8 MB: with SQLite's 2, many messages for many chats are written to the log and read again.
                    try $0.execute(sql: "PRAGMA cache_size = -8000")
                    // Checkpoint every 16 MB instead of SQLite's 4, because each checkpoint waits for the disk.
                    try $0.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
                }
                try StoreSchema.migrate($0, store: name)
                return try found ?? Self.contents($0)
            }
        }
    }

    /// Reads what a start needs from the tables: the name of the store in cursors, the numbers of messages, whether
    /// there are early reactions, and the highest position.
    private static func contents(_ database: Database) throws -> (String, Arrivals, Bool, Int64) {
        (
            try ArrivalRecord.store(database), try ArrivalRecord.arrivals(database),
            try !ReactionRecord.isEmpty(database), try lastPosition(database)
        )
    }

    /// Closes the store, and moves its write-ahead log into the main file, which the next start reads faster. The store
    /// cannot be used afterwards.
    ///
    /// Data that cannot be moved stays in the log and is not lost.
    package func close() { try? database.close() }

    /// Empties the search index. Commits make it anew, as that of a store of an older version; until then, searches read the
    /// messages.
    package func rebuildIndex() throws {
        do { try database.write(index.reset) } catch { throw StoreError.writing(error, file?.path) }
    }

    /// Reads without GRDB's `read`: that sets PRAGMA query_only, after which SQLite prepares all statements again. This
    /// is safe because nobody else writes meanwhile.
    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StoreError.loading(file?.path) { try database.unsafeRead(body) }
    }

    package func lastPosition() throws -> Int64 { try last ?? read(Self.lastPosition) }

    /// The highest position in the store. A saved chat knows that of its last written message, so only the messages of
    /// chats that were never saved are searched.
    private static func lastPosition(_ database: Database) throws -> Int64 {
        let sql = """
            SELECT max(
                coalesce((SELECT max(position) FROM message INDEXED BY messageSystem
                    WHERE \(MessageRecord.isSystem)), 0),
                coalesce((SELECT max(coalesce(lastOrder, (SELECT max(position) FROM message
                    WHERE chat = chat.key AND position <= \(MessagePosition.last)), 0)) FROM chat), 0))
            """
        return try Int64.fetchOne(database, sql: sql) ?? 0
    }

    package func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage] {
        try read { database in
            guard let key = try self.key(of: chat, database) else { return [:] }
            var known: [MessageID: KnownMessage] = [:]
            // Most messages are new. Fetching a number is cheaper than fetching a row, which indexes its column names.
            let place = try database.cachedStatement(sql: "SELECT position FROM message WHERE chat = ? AND id = ?")
            let details = try database.cachedStatement(
                sql: "SELECT isOwn, sender, kind, attention, content FROM message WHERE chat = ? AND position = ?")
            for message in messages {
                guard
                    let position = try Int64.fetchOne(place, arguments: [key, StoredText.encode(message.text)]),
                    var row = try Row.fetchOne(details, arguments: [key, position]).map(StoredRow.init),
                    position.readable == position
                else { continue }
                let after = try ChatRecord.unread(in: key, after: position, database)
                known[message] = KnownMessage(
                    position: position, unreadAfter: after.messages, mentionsAfter: after.mentions,
                    isOwn: row.flag("isOwn") ?? false, content: row.content())
            }
            return known
        }
    }

    package func answered(_ messages: [MessageID], in chat: ChatID) throws -> [AnsweredMessage] {
        try read { try MessageRecord.answered(messages, in: chat, $0) }
    }

    package func earlyReactions(
        to messages: [MessageID], in chat: ChatID
    ) throws -> [MessageID: [Reaction]] {
        guard hasEarlyReactions else { return [:] }
        return try read { database in
            guard let key = try self.key(of: chat, database) else { return [:] }
            var early: [MessageID: [Reaction]] = [:]
            for message in messages {
                let reactions = try ReactionRecord.all(of: message, chat: key, database)
                if !reactions.isEmpty { early[message] = reactions }
            }
            return early
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
        last = nil
        do {
            do { try write(changes) } catch let error as DatabaseError
                where [.SQLITE_CORRUPT, .SQLITE_CONSTRAINT].contains(error.resultCode)
            {
                // FTS5 reports damage of the index in either way.
                forgetKeys()
                try database.write(index.reset)
                try write(changes)
            }
        } catch {
            forgetKeys()
            throw StoreError.writing(error, file?.path)
        }
    }

    private func write(_ changes: [StoreChange]) throws {
        try database.writeWithoutTransaction { database in
            try database.inPreparedTransaction {
                for change in changes { try self.write(change, database) }
                try self.index.catchUp(self.arrivals, database)
            }
        }
    }

    /// The state of backends, which may be read from any thread.
    package var link: any LinkStore { StoredLink(database: database, path: file?.path) }

    package func load(_ query: StoreQuery) throws -> Event {
        try read { database in
            switch query {
            case .chats(let limit): try ChatRecord.load(first: limit, database)
            case .outbox: .outbox(.loaded(messages: try MessageRecord.unsent(database)))
            case .history(let chat, let position, let limit):
                try HistoryRecord.page(of: chat, before: position, limit: limit, database)
            case .newerHistory(let chat, let position, let limit):
                try HistoryRecord.page(of: chat, after: position, limit: limit, database)
            case .historyAround(let chat, let position, let limit):
                try HistoryRecord.page(of: chat, around: position, limit: limit, database)
            case .end(let chat):
                .activity(.shortened(ShortenedChat(chat: chat, last: try ChatRecord.last(of: chat, database))))
            case .inbox(let cursor, let limit):
                .inbox(.loaded(try ArrivalRecord.page(after: cursor, limit: limit, store: name, database)))
            case .reminders: .reminder(.loaded(reminders: try ReminderRecord.all(database)))
            case .allContacts: .contact(.loaded(contacts: try ContactRecord.all(database)))
            case .found(let query, let place, let limit):
                .messageSearch(.found(try FoundRecord(query, index, database).page(before: place, limit: limit)))
            case .foundCount(let query, let place, let limit):
                .messageSearch(.counted(try FoundRecord(query, index, database).count(from: place, limit: limit)))
            case .unstored(let page): .messageSearch(.serverChecked(try UnstoredRecord.page(page, database)))
            case .unusedFiles(let files):
                .file(.unused(ids: try files.filter { try !MessageRecord.isNamed($0, database) }))
            case .contacts(let query, let limit):
                .search(.found(FoundPeople(query: query, chats: try chats(matching: query, limit, database))))
            }
        }
    }

    /// Finds the chats that we are in: first by their titles, then by the names of their contacts.
    private func chats(matching query: String, _ limit: Int, _ database: Database) throws -> [TitledChat] {
        var found = try ChatRecord.titled(matching: query, limit, database)
        for chat in try ContactRecord.chats(matching: query, limit, database)
        where !found.contains(where: { $0.chat == chat.chat }) { found.append(chat) }
        return Array(found.prefix(limit))
    }

    // MARK: Writing

    /// What comes for a chat that was removed meanwhile does not bring it back: only messages and the chat itself do.
    private func write(_ change: StoreChange, _ database: Database) throws {
        guard let change = change.readable else { return }
        switch change {
        case .chat(let chat): try ChatRecord.save(chat, key: makeKey(of: chat.id, database), database)
        case .members(let chat, let members):
            try ChatRecord.save(members, key: makeKey(of: chat, database), database)
        case .message(let message): try save(message, arrival: arrivals.next(), database)
        case .earlier(let message): try save(message, arrival: arrivals.earlier(), database)
        case .earlyReaction(let chat, let message, let reaction, let isAdded):
            guard let key = try key(of: chat, database) else { return }
            if isAdded {
                try ReactionRecord.add(reaction, to: message, chat: key, database)
                hasEarlyReactions = true
            } else {
                try ReactionRecord.remove(reaction, from: message, chat: key, database)
            }
        case .contact(let contact): try ContactRecord.save(contact, database)
        case .reminder(let reminder): try ReminderRecord.save(reminder, database)
        case .reminderRemoved(let id): try ReminderRecord.remove(id, database)
        case .ignored(let person): try IgnoredRecord.save(person, database)
        case .sendsReceipts(let areSent):
            try LinkRecord.save(LinkRecord.receipts, areSent ? "sent" : LinkRecord.hidden, database)
        case .link(let name, let value): try LinkRecord.save(name, value, database)
        case .contactRemoved(let id): try ContactRecord.remove(id, database)
        case .chatRemoved(let chat):
            guard let key = try key(of: chat, database) else { return }
            try ArrivalRecord.keep(arrivals.last, database)
            try ChatRecord.remove(key, index, database)
            keys[chat] = nil
        case .gap(let chat, let position, let token):
            try ChatRecord.setGap(at: position, token, of: makeKey(of: chat, database), database)
        case .marked(let chat, let message, let delivery, let position):
            try with(chat, database) { try MessageRecord.mark(message, chat: $0, delivery, at: position, database) }
        case .revised(let chat, let message, let content):
            try with(chat, database) { try MessageRecord.revise(message, chat: $0, content, index, database) }
        case .rewritten(let message):
            try with(message.chat, database) { try MessageRecord.rewrite(message, chat: $0, index, database) }
        case .removed(let chat, let message):
            try with(chat, database) { try MessageRecord.remove(message, chat: $0, index, database) }
        case .delivered(let chat, let position):
            try with(chat, database) { try ChatRecord.raise("deliveredUpTo", to: position, of: $0, database) }
        case .otherRead(let chat, let position):
            try with(chat, database) { try ChatRecord.raise("otherReadUpTo", to: position, of: $0, database) }
        }
    }

    /// Runs the body with the key of a chat, unless there is no such chat.
    private func with(_ chat: ChatID, _ database: Database, _ body: (Int64) throws -> Void) throws {
        if let key = try key(of: chat, database) { try body(key) }
    }

    private func save(_ message: Message, arrival: Int64, _ database: Database) throws {
        let key = try makeKey(of: message.chat, database)
        try MessageRecord.save(message, chat: key, arrival: arrival, index, database)
        if hasEarlyReactions { try ReactionRecord.removeAll(of: message.id, chat: key, database) }
    }

    func key(of chat: ChatID, _ database: Database) throws -> Int64? {
        if let key = keys[chat] { return key }
        let statement = try database.cachedStatement(sql: "SELECT key FROM chat WHERE id = ?")
        let key = try Int64.fetchOne(statement, arguments: [StoredText.encode(chat.text)])
        keys[chat] = key
        return key
    }

    /// Forgets the cached keys. Keys from a transaction that was rolled back are invalid.
    func forgetKeys() {
        keys.removeAll()
        index.forget()
    }

    func makeKey(of chat: ChatID, _ database: Database) throws -> Int64 {
        if let key = try key(of: chat, database) { return key }
        try database.execute(
            sql: "INSERT INTO chat (id, title) VALUES (?, ?)",
            arguments: [StoredText.encode(chat.text), StoredText.encode(chat.text)])
        keys[chat] = database.lastInsertedRowID
        return database.lastInsertedRowID
    }
}
