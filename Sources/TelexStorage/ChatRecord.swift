import Foundation
import GRDB
import TelexCore

/// The rows of `chat`.
enum ChatRecord {
    static func save(_ chat: Chat, key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE chat SET contact = ?, total = ?, readUpTo = ?,
                    lastPosition = ?, lastMessage = ?, lastIsOwn = ?, lastText = ?, lastDate = ?,
                    received = ?, receivedUpTo = ?, untold = ?, lastAuthor = ?, lastKind = ?,
                    isEncrypted = ?, inviter = ?, invitedAt = ?, unloadedUnread = ?, unloadedMentions = ?
                WHERE key = ?
                """)
        let last = chat.last
        try statement.execute(arguments: [
            StoredText.encode(chat.contact), chat.total, chat.readUpTo, last?.position,
            last.map { StoredText.encode($0.message.text) }, last?.isOwn, last.map { StoredText.encode($0.text) },
            last.map { MessageRecord.milliseconds($0.date) },
            chat.received.map { StoredText.encode($0.text) }, chat.receivedUpTo,
            chat.untold.map { StoredText.encode($0.text) }, last?.author.map(StoredText.encode),
            last.map { MessageRecord.column($0.kind) } ?? 0,
            chat.isEncrypted, chat.invitation.map { StoredText.encode($0.inviter) }, chat.invitation?.position,
            chat.unloaded.messages, chat.unloaded.mentions, key,
        ])
    }

    /// Moves a mark forward, never back.
    static func raise(_ mark: String, to position: Int64, of key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "UPDATE chat SET \(mark) = max(\(mark), ?) WHERE key = ?")
        try statement.execute(arguments: [position, key])
    }

    /// All chats, the latest first.
    static func all(_ database: Database) throws -> [Chat] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT *, \(unread) AS unread, \(mentions) AS mentions,
                    (SELECT max(position) FROM gap WHERE gap.chat = chat.key) AS gap
                FROM chat ORDER BY coalesce(invitedAt, lastPosition) DESC, key
                """
        )
        .map(chat)
    }

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
    static let unread = """
        (SELECT count(*) FROM message
         WHERE message.chat = chat.key AND message.position > chat.readUpTo AND \(MessageRecord.counts))
        """

    /// Counts those of them that are about us.
    private static let mentions = """
        (SELECT count(*) FROM message INDEXED BY messageMentioning
         WHERE message.chat = chat.key AND message.position > chat.readUpTo
             AND \(MessageRecord.counts) AND \(MessageRecord.mentions))
        """

    private static func chat(_ row: Row) -> Chat {
        Chat(
            id: ChatID(StoredText.decode(row["id"])), contact: StoredText.decode(row["contact"]), last: last(row),
            total: row["total"],
            readUpTo: row["readUpTo"], unread: row["unread"], mentions: row["mentions"],
            unloaded: UnreadCount(messages: row["unloadedUnread"], mentions: row["unloadedMentions"]),
            gap: row["gap"] ?? 0,
            received: id(row["received"]), receivedUpTo: row["receivedUpTo"], untold: id(row["untold"]),
            isEncrypted: row["isEncrypted"], invitation: invitation(row))
    }

    private static func invitation(_ row: Row) -> Invitation? {
        (row["inviter"] as String?).map {
            Invitation(inviter: StoredText.decode($0), position: row["invitedAt"] ?? 0)
        }
    }

    private static func id(_ text: String?) -> MessageID? { text.map { MessageID(StoredText.decode($0)) } }

    private static func last(_ row: Row) -> Chat.LastMessage? {
        guard let position = row["lastPosition"] as Int64? else { return nil }
        return Chat.LastMessage(
            message: MessageID(StoredText.decode(row["lastMessage"])), position: position, isOwn: row["lastIsOwn"],
            content: MessageContent(
                kind: MessageRecord.kind(row["lastKind"]), text: StoredText.decode(row["lastText"]),
                author: (row["lastAuthor"] as String?).map(StoredText.decode)),
            date: MessageRecord.date(row["lastDate"]))
    }

    /// The people chatted with, the latest first, a word of whose name begins with the query, whatever the case and
    /// the accents.
    static func contacts(matching query: String, _ limit: Int, _ database: Database) throws -> [String] {
        let query = ContactRecord.folded(query)
        var found: [String] = []
        let names = try String.fetchCursor(
            database, sql: "SELECT contact FROM chat ORDER BY lastPosition DESC, key DESC")
        while found.count < limit, let name = try names.next().map(StoredText.decode) {
            if ContactRecord.matches(name, query), !found.contains(name) { found.append(name) }
        }
        return found
    }
}
