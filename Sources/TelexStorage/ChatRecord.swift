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

    /// Returns all chats, the most recent first.
    static func all(_ database: Database) throws -> [Chat] {
        return try Row.fetchAll(database, sql: "\(select) ORDER BY key").map { try chat($0, database) }
            .sorted { $0.recency > $1.recency }
    }

    /// Selects the rows that `chat(_:_:)` reads.
    static let select = """
        SELECT *, \(unread) AS unread, \(mentions) AS mentions,
            (SELECT max(position) FROM gap WHERE gap.chat = chat.key) AS gap
        FROM chat
        """

    /// Removes the chat with its messages and gaps.
    static func remove(_ key: Int64, _ database: Database) throws {
        for sql in [
            "DELETE FROM gap WHERE chat = ?", "DELETE FROM earlyReaction WHERE chat = ?",
            "DELETE FROM message WHERE chat = ?", "DELETE FROM chat WHERE key = ?",
        ] {
            try database.execute(sql: sql, arguments: [key])
        }
    }

    /// Saves the gap before a position, or removes it if `token` is `nil`.
    static func setGap(at position: Int64, _ token: String?, of key: Int64, _ database: Database) throws {
        guard let token else {
            return try database.execute(
                sql: "DELETE FROM gap WHERE chat = ? AND position = ?", arguments: [key, position])
        }
        try database.execute(
            sql: "INSERT OR REPLACE INTO gap (chat, position, token) VALUES (?, ?, ?)",
            arguments: [key, position, StoredText.encode(token)])
    }

    /// Counts the unread messages, which come after the read mark.
    private static let unread = """
        (SELECT count(*) FROM message
         WHERE message.chat = chat.key AND message.position > chat.readUpTo AND \(MessageRecord.counts))
        """

    /// Counts the unread messages that mention us.
    private static let mentions = """
        (SELECT count(*) FROM message INDEXED BY messageMentioning
         WHERE message.chat = chat.key AND message.position > chat.readUpTo
             AND \(MessageRecord.counts) AND \(MessageRecord.mentions))
        """

    /// Reads the chat of a row. If its details are unreadable, derives what it can from the messages.
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

    /// Returns the number of messages in the chat of a row.
    static func total(_ row: Row, _ database: Database) throws -> Int {
        if let details = (row["details"] as String?).flatMap(ChatDetails.init(json:)) { return details.chat.total }
        return try count(row["key"], database)
    }

    private static func count(_ key: Int64, _ database: Database) throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT count(*) FROM message WHERE chat = ?")
        return try Int.fetchOne(statement, arguments: [key]) ?? 0
    }

    /// Sets the members of a chat that follow from its messages.
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

    /// Finds the titles of chats, the most recent first, in which a word begins with the query. Ignores case and
    /// accents.
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
