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
                    received = ?, receivedUpTo = ?, untold = ?, lastAuthor = ?, lastKind = ?
                WHERE key = ?
                """)
        let last = chat.last
        try statement.execute(arguments: [
            StoredText.encode(chat.contact), chat.total, chat.readUpTo, last?.position,
            last.map { StoredText.encode($0.message.text) }, last?.isOwn, last.map { StoredText.encode($0.text) },
            last.map { MessageRecord.milliseconds($0.date) },
            chat.received.map { StoredText.encode($0.text) }, chat.receivedUpTo,
            chat.untold.map { StoredText.encode($0.text) }, last?.author.map(StoredText.encode),
            last.map { MessageRecord.column($0.kind) } ?? 0, key,
        ])
    }

    /// Moves a mark forward, never back.
    static func raise(_ mark: String, to position: Int64, of key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "UPDATE chat SET \(mark) = max(\(mark), ?) WHERE key = ?")
        try statement.execute(arguments: [position, key])
    }

    /// All chats, the latest first.
    static func all(_ database: Database) throws -> [Chat] {
        try Row.fetchAll(database, sql: "SELECT *, \(unread) AS unread FROM chat ORDER BY lastPosition DESC, key")
            .map(chat)
    }

    /// Counts the messages from the other that stand after the read mark.
    static let unread = """
        (SELECT count(*) FROM message
         WHERE message.chat = chat.key AND message.position > chat.readUpTo AND \(MessageRecord.counts))
        """

    private static func chat(_ row: Row) -> Chat {
        Chat(
            id: ChatID(StoredText.decode(row["id"])), contact: StoredText.decode(row["contact"]), last: last(row),
            total: row["total"],
            readUpTo: row["readUpTo"], unread: row["unread"],
            received: id(row["received"]), receivedUpTo: row["receivedUpTo"], untold: id(row["untold"]))
    }

    private static func id(_ text: String?) -> MessageID? { text.map { MessageID(StoredText.decode($0)) } }

    private static func last(_ row: Row) -> Chat.LastMessage? {
        guard let position = row["lastPosition"] as Int64? else { return nil }
        return Chat.LastMessage(
            message: MessageID(StoredText.decode(row["lastMessage"])), position: position, isOwn: row["lastIsOwn"],
            author: (row["lastAuthor"] as String?).map(StoredText.decode), kind: MessageRecord.kind(row["lastKind"]),
            text: StoredText.decode(row["lastText"]), date: MessageRecord.date(row["lastDate"]))
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
