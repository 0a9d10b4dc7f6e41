import Foundation
import GRDB
import TelexCore
import TelexWire

/// The rows of `chat`.
enum ChatRecord {
    static func save(_ chat: Chat, key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "UPDATE chat SET title = ?, readUpTo = ?, lastOrder = ?, details = ? WHERE key = ?")
        try statement.execute(arguments: [
            StoredText.encode(chat.title), chat.readUpTo, chat.lastOrder, ChatDetails(chat: chat).json, key,
        ])
    }

    static func save(_ members: Members, key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "UPDATE chat SET members = ? WHERE key = ?")
        try statement.execute(arguments: [members.json, key])
    }

    /// Moves a mark forward, never back.
    static func raise(_ mark: String, to position: Int64, of key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "UPDATE chat SET \(mark) = max(\(mark), ?) WHERE key = ?")
        try statement.execute(arguments: [position, key])
    }

    /// All chats, the latest first.
    static func all(_ database: Database) throws -> [Chat] {
        return try Row.fetchAll(database, sql: "\(select) ORDER BY key").map { try chat($0, database) }
            .sorted { $0.recency > $1.recency }
    }

    /// What `chat(_:)` reads.
    static let select = """
        SELECT *, \(unread) AS unread, \(mentions) AS mentions,
            (SELECT max(position) FROM gap WHERE gap.chat = chat.key) AS gap
        FROM chat
        """

    /// Removes the chat, with all that is in it.
    static func remove(_ key: Int64, _ database: Database) throws {
        for sql in [
            "DELETE FROM gap WHERE chat = ?", "DELETE FROM message WHERE chat = ?", "DELETE FROM chat WHERE key = ?",
        ] {
            try database.execute(sql: sql, arguments: [key])
        }
    }

    /// Notes what is missing before a place, or, for `nil`, that nothing is.
    static func setGap(at position: Int64, _ token: String?, of key: Int64, _ database: Database) throws {
        guard let token else {
            return try database.execute(
                sql: "DELETE FROM gap WHERE chat = ? AND position = ?", arguments: [key, position])
        }
        try database.execute(
            sql: "INSERT OR REPLACE INTO gap (chat, position, token) VALUES (?, ?, ?)",
            arguments: [key, position, StoredText.encode(token)])
    }

    /// Counts the messages from the other that stand after the read mark.
    private static let unread = """
        (SELECT count(*) FROM message
         WHERE message.chat = chat.key AND message.position > chat.readUpTo AND \(MessageRecord.counts))
        """

    /// Counts those of them that are about us.
    private static let mentions = """
        (SELECT count(*) FROM message INDEXED BY messageMentioning
         WHERE message.chat = chat.key AND message.position > chat.readUpTo
             AND \(MessageRecord.counts) AND \(MessageRecord.mentions))
        """

    /// The chat of a row. One of which the details cannot be read shows what its messages tell of it.
    static func chat(_ row: Row, _ database: Database) throws -> Chat {
        let details = (row["details"] as String?).flatMap(ChatDetails.init(json:))
        var chat = details?.chat ?? .blank
        chat.id = ChatID(StoredText.decode(row["id"]))
        chat.title = StoredText.decode(row["title"])
        chat.lastOrder = row["lastOrder"] ?? 0
        chat.readUpTo = row["readUpTo"]
        chat.unread = row["unread"]
        chat.mentions = row["mentions"]
        chat.gap = row["gap"] ?? 0
        chat.members = (row["members"] as String?).flatMap(Members.init(json:)) ?? Members()
        if details == nil { try summarize(&chat, row["key"], database) }
        return chat
    }

    /// How many messages the chat of a row has.
    static func total(_ row: Row, _ database: Database) throws -> Int {
        if let details = (row["details"] as String?).flatMap(ChatDetails.init(json:)) { return details.chat.total }
        return try count(row["key"], database)
    }

    private static func count(_ key: Int64, _ database: Database) throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT count(*) FROM message WHERE chat = ?")
        return try Int.fetchOne(statement, arguments: [key]) ?? 0
    }

    /// Takes from the messages what follows from them.
    static func summarize(_ chat: inout Chat, _ key: Int64, _ database: Database) throws {
        let id = chat.id
        func last(_ condition: String) throws -> Message? {
            let statement = try database.cachedStatement(
                sql: "SELECT * FROM message WHERE chat = ? AND \(condition) ORDER BY position DESC LIMIT 1")
            return try Row.fetchOne(statement, arguments: [key]).map { try MessageRecord.message($0, in: id) }
        }
        chat.total = try count(key, database)
        if let message = try last(MessageRecord.isWritten) {
            chat.last = Chat.LastMessage(message)
            chat.lastOrder = max(chat.lastOrder, Place.order(of: message.position))
        }
        if let message = try last("\(MessageRecord.isWritten) AND position <= \(Place.last)") {
            chat.lastOrder = max(chat.lastOrder, message.position)
        }
        chat.lastOrder = max(chat.lastOrder, chat.gap)
        if let message = try last("\(MessageRecord.isWritten) AND NOT isOwn") {
            chat.received = message.id
            chat.receivedUpTo = message.position
        }
    }

    /// The people chatted with, the latest first, a word of whose name begins with the query, whatever the case and
    /// the accents.
    static func contacts(matching query: String, _ limit: Int, _ database: Database) throws -> [String] {
        let query = ContactRecord.folded(query)
        var found: [String] = []
        let names = try String.fetchCursor(
            database, sql: "SELECT title FROM chat ORDER BY lastOrder DESC, key DESC")
        while found.count < limit, let name = try names.next().map(StoredText.decode) {
            if ContactRecord.matches(name, query), !found.contains(name) { found.append(name) }
        }
        return found
    }
}
