import Foundation
import GRDB
import TelexAPI

/// Queries for messages.
enum MessageTable {
    /// Selects messages with their senders, who may have left the chat.
    private static let select = """
        SELECT message.*, user.name, user.display, \(ReactionTable.list) AS reactions
        FROM message JOIN user ON user.key = message.sender
        """

    /// Appends a message to its chat.
    static func add(
        _ post: PostRequest, from sender: User, at date: Date, to chat: ChatRow, _ database: Database
    ) throws -> MessageInfo {
        try add(
            post.text, post.spans, kind: post.kind ?? text, id: post.id, replyTo: post.replyTo, from: sender, at: date,
            to: chat, database)
    }

    /// Appends a message to a group that says that somebody joined or left.
    static func add(
        _ kind: String, of user: User, at date: Date, to chat: ChatRow, _ database: Database
    ) throws -> (message: MessageInfo, event: Int64) {
        // Posted messages never have this id: theirs have no slash.
        let id = "/\(kind)/\(chat.last + 1)"
        let message = try add("", nil, kind: kind, id: id, from: user, at: date, to: chat, database)
        return (message, try EventLog.add(.message, chat: chat.key, user: user.key, seq: message.seq, database))
    }

    private static func add(
        _ text: String, _ spans: [SpanInfo]?, kind: String, id: String, replyTo: String? = nil, from sender: User,
        at date: Date,
        to chat: ChatRow, _ database: Database
    ) throws -> MessageInfo {
        let seq = chat.last + 1
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
        try database.cachedStatement(
            sql: """
                INSERT INTO message (chat, seq, sender, id, text, date, kind, replyTo, spans)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            chat.key, seq, sender.key, id, Data(text.utf8), milliseconds, kind, replyTo, encoded(spans),
        ])
        try database.cachedStatement(sql: "UPDATE chat SET last = ? WHERE key = ?").execute(arguments: [seq, chat.key])
        return try get(seq, in: chat, database)!
    }

    /// The message that a sender posted with this id; `nil` if there is none.
    static func find(_ id: String, from sender: User, in chat: ChatRow, _ database: Database) throws -> MessageInfo? {
        try find(id, from: sender.name, in: chat, database)
    }

    private static func find(
        _ id: String, from sender: String, in chat: ChatRow, _ database: Database
    ) throws -> MessageInfo? {
        let statement = try database.cachedStatement(
            sql: "\(select) WHERE chat = ? AND sender = (SELECT key FROM user WHERE name = ?) AND id = ?")
        return try Row.fetchCursor(statement, arguments: [chat.key, sender, id]).map { message($0, chat.address) }
            .next()
    }

    /// Finds a message by its public id: the sender, a slash, and the sender's id for it.
    ///
    /// - Throws: `ServerError.noMessage`.
    static func find(_ id: String, in chat: ChatRow, _ database: Database) throws -> MessageInfo {
        // Split by bytes: in a `String`, a combining character after the slash would belong to it.
        let parts = id.utf8.split(separator: 0x2F, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, PostRequest.isID(parts[1]),
            let message = try find(parts[1], from: parts[0], in: chat, database)
        else { throw ServerError.noMessage(id) }
        return message
    }

    /// The sequence number of a sender's last message; 0 if there is none.
    static func last(of sender: User, in chat: ChatRow, _ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "SELECT max(seq) FROM message WHERE chat = ? AND sender = ?")
        return try Int64.fetchOne(statement, arguments: [chat.key, sender.key]) ?? 0
    }

    /// The public id of the message at `seq`; `nil` for 0, and for a message that is no longer stored.
    static func id(at seq: Int64, in chat: ChatRow, _ database: Database) throws -> String? {
        guard seq > 0 else { return nil }
        return try get(seq, in: chat, database)?.id
    }

    /// The message at `seq`; `nil` if it is no longer stored.
    static func get(_ seq: Int64, in chat: ChatRow, _ database: Database) throws -> MessageInfo? {
        let statement = try database.cachedStatement(sql: "\(select) WHERE chat = ? AND seq = ?")
        return try Row.fetchCursor(statement, arguments: [chat.key, seq]).map { message($0, chat.address) }.next()
    }

    static func page(
        _ range: Route.MessageRange, limit: Int, in chat: ChatRow, _ database: Database
    ) throws -> MessagePage {
        // Fetch one more than the limit, to see whether there are more.
        let (condition, order, bound): (String, String, Int64) =
            switch range {
            case .latest: ("seq < ?", "DESC", .max)
            case .before(let seq): ("seq < ?", "DESC", seq)
            case .after(let seq): ("seq > ?", "ASC", seq)
            }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: "\(select) WHERE chat = ? AND \(condition) ORDER BY seq \(order) LIMIT ?"),
            arguments: [chat.key, bound, limit + 1])
        let (messages, more) = try read(rows, limit: limit) { message($0, chat.address) }
        return MessagePage(messages: order == "ASC" ? messages : messages.reversed(), more: more)
    }

    /// Reads as many messages as fit on a page.
    private static func read(
        _ rows: RowCursor, limit: Int, _ message: (Row) -> MessageInfo
    ) throws -> ([MessageInfo], more: Bool) {
        var (messages, size): ([MessageInfo], Int) = ([], 0)
        while let row = try rows.next() {
            if messages.count == limit || size >= Limits.pageSize { return (messages, true) }
            let next = message(row)
            messages.append(next)
            size += next.size
        }
        return (messages, false)
    }

    // MARK: Revisions

    private static let text = "text"
    static let deleted = "deleted"

    /// Replaces the text and the kind of a message.
    static func revise(
        _ seq: Int64, _ text: String, _ spans: [SpanInfo]?, kind: String?, event: Int64, in chat: ChatRow,
        _ database: Database
    ) throws -> MessageInfo {
        try database.cachedStatement(
            sql:
                "UPDATE message SET text = ?, spans = ?, kind = ?, isEdited = ?, revised = ? WHERE chat = ? AND seq = ?"
        ).execute(arguments: [
            Data(text.utf8), encoded(spans), kind ?? Self.text, kind != deleted, event, chat.key, seq,
        ])
        if kind == deleted { try ReactionTable.removeAll(seq, in: chat, database) }
        return try get(seq, in: chat, database)!
    }

    /// Notes that the reactions to a message have changed.
    static func touch(_ seq: Int64, event: Int64, in chat: ChatRow, _ database: Database) throws -> MessageInfo {
        try database.cachedStatement(sql: "UPDATE message SET revised = ? WHERE chat = ? AND seq = ?")
            .execute(arguments: [event, chat.key, seq])
        return try get(seq, in: chat, database)!
    }

    /// The messages in the user's chats that changed after an event, in the order of their last changes.
    static func revisions(after event: Int64, limit: Int, for user: User, _ database: Database) throws -> RevisionPage {
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT message.*, chat.address, user.name, user.display, \(ReactionTable.list) AS reactions
                    FROM member JOIN message INDEXED BY messageByRevision
                        ON message.chat = member.chat AND message.revised > 0 AND message.revised > ?
                    JOIN chat ON chat.key = message.chat JOIN user ON user.key = message.sender
                    WHERE member.user = ? AND member.standing = 0 ORDER BY message.revised LIMIT ?
                    """), arguments: [event, user.key, limit + 1])
        let (messages, more) = try read(rows, limit: limit) { message($0, $0["address"]) }
        return RevisionPage(messages: messages, cursor: messages.last?.revised ?? event, more: more)
    }

    /// The last event that changed a message in the user's chats; `nil` if none did.
    static func lastRevision(for user: User, _ database: Database) throws -> Int64? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT max((SELECT max(revised) FROM message WHERE message.chat = member.chat AND revised > 0))
                FROM member WHERE user = ? AND standing = 0
                """)
        return try Int64.fetchOne(statement, arguments: [user.key])
    }

    private static func encoded(_ spans: [SpanInfo]?) -> Data? {
        spans.flatMap { $0.isEmpty ? nil : Data(APICoder.encode($0)) }
    }

    private static func decoded(_ spans: Data?) -> [SpanInfo]? {
        spans.flatMap { try? JSONDecoder().decode([SpanInfo].self, from: $0) }
    }

    private static func message(_ row: Row, _ chat: String) -> MessageInfo {
        let sender = User(key: row["sender"], name: row["name"], display: row["display"])
        let (id, kind, revised): (String, String, Int64) = (row["id"], row["kind"], row["revised"])
        return MessageInfo(
            chat: chat, seq: row["seq"], id: "\(sender.name)/\(id)", sender: sender.name, name: sender.title,
            text: String(decoding: row["text"] as Data, as: UTF8.self),
            date: Date(timeIntervalSince1970: Double(row["date"] as Int64) / 1000), kind: kind == text ? nil : kind,
            edited: row["isEdited"] ? true : nil, revised: revised > 0 ? revised : nil, replyTo: row["replyTo"],
            reactions: ReactionTable.reactions(row["reactions"]), spans: decoded(row["spans"]))
    }
}
