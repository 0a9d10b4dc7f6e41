import Foundation
import GRDB
import TelexAPI
import TelexDigest

/// Queries for messages.
enum MessageTable {
    /// Selects messages with their senders, who may have left the chat.
    private static let select = """
        SELECT message.*, user.name, user.display, \(ReactionTable.list) AS reactions,
            (SELECT size FROM file WHERE key = message.file) AS size,
            (SELECT hash FROM file WHERE key = message.file) AS hash
        FROM message LEFT JOIN user ON user.key = message.sender
        """

    /// Appends a message to its chat.
    static func add(
        _ post: PostRequest, from sender: User, at date: Date, to chat: ChatRow, _ database: Database
    ) throws -> MessageInfo {
        try add(
            post.text, post.spans, kind: post.kind ?? text, id: post.id, replyTo: post.replyTo,
            file: try post.file.map { ($0, try FileTable.find($0, from: sender, database).key) }, from: sender,
            at: date, to: chat, database)
    }

    /// Appends a message to a group that says what somebody did to it.
    static func add(
        _ kind: String, _ text: String = "", of user: User, at date: Date, to chat: ChatRow, _ database: Database
    ) throws -> (message: MessageInfo, event: Int64) {
        // Posted messages never have this id: theirs have no slash.
        let id = "/\(kind)/\(chat.last &+ 1)"
        let message = try add(text, nil, kind: kind, id: id, from: user, at: date, to: chat, database)
        return (message, try EventLog.add(.message, chat: chat.key, user: user.key, seq: message.seq, database))
    }

    private static func add(
        _ text: String, _ spans: [SpanInfo]?, kind: String, id: String, replyTo: String? = nil,
        file: (posted: PostedFile, key: Int64)? = nil, from sender: User, at date: Date, to chat: ChatRow,
        _ database: Database
    ) throws -> MessageInfo {
        guard chat.last < MessageTable.highest else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        let seq = chat.last + 1
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
        try database.cachedStatement(
            sql: """
                INSERT INTO message (chat, seq, sender, id, text, date, kind, replyTo, spans, file, fileInfo)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            chat.key, seq, sender.key, id, Data(text.utf8), milliseconds, kind, replyTo, encoded(spans),
            file?.key, (file?.posted.body).map { Data($0) },
        ])
        try database.cachedStatement(sql: "UPDATE chat SET last = ? WHERE key = ?").execute(arguments: [seq, chat.key])
        return try stored(seq, in: chat, database)
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
        return try Row.fetchCursor(statement, arguments: [chat.key, sender, id]).map { try message($0, in: chat) }
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
    ///
    /// - Returns: a message of the kind `unreadable` for one that cannot be read.
    static func get(_ seq: Int64, in chat: ChatRow, _ database: Database) throws -> MessageInfo? {
        do {
            let statement = try database.cachedStatement(sql: "\(select) WHERE chat = ? AND seq = ?")
            return try Row.fetchCursor(statement, arguments: [chat.key, seq]).map { try message($0, in: chat) }.next()
        } catch  where error.isDamage { return .unreadable(seq, in: chat) }
    }

    /// The message at `seq`, which was just written.
    private static func stored(_ seq: Int64, in chat: ChatRow, _ database: Database) throws -> MessageInfo {
        guard let message = try get(seq, in: chat, database) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return message
    }

    static func page(
        _ range: Route.MessageRange, limit: Int, in chat: ChatRow, _ database: Database
    ) throws -> MessagePage {
        let (condition, order, bound): (String, String, Int64) =
            switch range {
            case .latest: ("seq < ?", "DESC", .max)
            case .before(let seq): ("seq < ?", "DESC", seq)
            case .after(let seq): ("seq > ?", "ASC", seq)
            }
        do {
            // Fetch one more than the limit, to see whether there are more.
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: "\(select) WHERE chat = ? AND \(condition) ORDER BY seq \(order) LIMIT ?"),
                arguments: [chat.key, bound, limit + 1])
            let (messages, more) = try pageful(limit) { try rows.next().map { try message($0, in: chat) } }
            return MessagePage(messages: order == "ASC" ? messages : messages.reversed(), more: more)
        } catch  where error.isDamage {
            return try salvagedPage(range, limit: limit, in: chat, database)
        }
    }

    /// Reads a page message by message, so that each one that cannot be read costs only itself.
    private static func salvagedPage(
        _ range: Route.MessageRange, limit: Int, in chat: ChatRow, _ database: Database
    ) throws -> MessagePage {
        func find(_ end: String) throws -> Int64? {
            let sql = "SELECT \(end)(seq) FROM message WHERE chat = ?"
            return try Damage.allowing { try Int64.fetchOne(database, sql: sql, arguments: [chat.key]) } ?? nil
        }
        let (first, last) = (try find("min") ?? 1, try find("max") ?? chat.last)
        // No number is skipped between the first and the last one.
        var (next, step): (Int64, Int64) =
            switch range {
            case .latest: (last, -1)
            case .before(let seq): (min(last, seq &- 1), -1)
            case .after(let seq): (max(first, seq &+ 1), 1)
            }
        let (messages, more) = try pageful(limit) {
            defer { next &+= step }
            return next > 0 ? try get(next, in: chat, database) : nil
        }
        return MessagePage(messages: step > 0 ? messages : messages.reversed(), more: more)
    }

    /// Takes as many messages as fit on a page.
    private static func pageful(_ limit: Int, _ next: () throws -> MessageInfo?) throws -> ([MessageInfo], more: Bool) {
        var (messages, size): ([MessageInfo], Int) = ([], 0)
        while let message = try next() {
            if messages.count == limit || size >= Limits.pageSize { return (messages, true) }
            messages.append(message)
            size += message.size
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
        if kind == deleted {
            try ReactionTable.removeAll(seq, in: chat, database)
            try database.cachedStatement(
                sql: "UPDATE message SET file = NULL, fileInfo = NULL WHERE chat = ? AND seq = ? AND file IS NOT NULL"
            ).execute(arguments: [chat.key, seq])
        }
        return try stored(seq, in: chat, database)
    }

    /// Notes that the reactions to a message have changed.
    static func touch(_ seq: Int64, event: Int64, in chat: ChatRow, _ database: Database) throws -> MessageInfo {
        try database.cachedStatement(sql: "UPDATE message SET revised = ? WHERE chat = ? AND seq = ?")
            .execute(arguments: [event, chat.key, seq])
        return try stored(seq, in: chat, database)
    }

    /// The messages in the user's chats that changed after an event, in the order of their last changes. Those that
    /// cannot be read are left out.
    static func revisions(after event: Int64, limit: Int, for user: User, _ database: Database) throws -> RevisionPage {
        // This reads only the index, so that a damaged message does not end the page.
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT message.chat, message.seq, message.revised
                    FROM member JOIN message INDEXED BY messageByRevision
                        ON message.chat = member.chat AND message.revised > 0 AND message.revised > ?
                    WHERE member.user = ? AND member.standing = 0 ORDER BY message.revised LIMIT ?
                    """), arguments: [event, user.key, limit + 1])
        var (messages, size, cursor, count): ([MessageInfo], Int, Int64, Int) = ([], 0, event, 0)
        var chats: [Int64: ChatRow] = [:]
        while let row = try rows.next() {
            if count == limit || size >= Limits.pageSize {
                return RevisionPage(messages: messages, cursor: cursor, more: true)
            }
            count += 1
            let (key, revised): (Int64, Int64) = (
                try row.decode(forColumn: "chat"), try row.decode(forColumn: "revised")
            )
            cursor = max(cursor, revised)
            let message = try Damage.allowing {
                let chat = try chats[key] ?? ChatTable.get(key, database)
                chats[key] = chat
                return try get(try row.decode(forColumn: "seq"), in: chat, database)
            }
            guard case let message?? = message, message.kind != MessageInfo.unreadable else { continue }
            messages.append(message)
            size += message.size
        }
        return RevisionPage(messages: messages, cursor: cursor, more: false)
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

    // MARK: Rows

    /// The latest date that is shown, in milliseconds since 1970: the end of the year 9999.
    private static let lastDate: Int64 = 253_402_300_799_999
    /// The highest sequence number: JSON readers may read numbers as `Double`.
    private static let highest: Int64 = 1 << 53

    private static func encoded(_ spans: [SpanInfo]?) -> Data? {
        spans.flatMap { $0.isEmpty ? nil : Data($0.body) }
    }

    /// The spans that are valid in a text.
    private static func decoded(_ spans: Data?, of text: String) -> [SpanInfo]? {
        guard let spans, let decoded = try? [SpanInfo](body: spans) else { return nil }
        let count = text.unicodeScalars.count
        let valid = decoded.filter { $0.isValid(in: count) }
        return valid.isEmpty ? nil : valid
    }

    /// Decodes a message. If the row has a sequence number but cannot be read, the message is of the kind `unreadable`.
    private static func message(_ row: Row, in chat: ChatRow) throws -> MessageInfo {
        let seq: Int64 = try row.decode(forColumn: "seq")
        return try Damage.allowing { try message(row, seq, in: chat) } ?? .unreadable(seq, in: chat)
    }

    private static func message(_ row: Row, _ seq: Int64, in chat: ChatRow) throws -> MessageInfo {
        let sender = User(
            key: try row.decode(forColumn: "sender"), name: try row.decode(forColumn: "name"),
            display: try row.decode(forColumn: "display"))
        let (id, kind): (String, String) = (try row.decode(forColumn: "id"), try row.decode(forColumn: "kind"))
        let (date, revised): (Int64, Int64) = (try row.decode(forColumn: "date"), try row.decode(forColumn: "revised"))
        let text = String(decoding: try row.decode(Data.self, forColumn: "text"), as: UTF8.self)
        let spans: Data? = try row.decode(forColumn: "spans")
        return MessageInfo(
            chat: chat.address, seq: seq, id: "\(sender.name)/\(id)", sender: sender.name, name: sender.title,
            text: text, date: Date(timeIntervalSince1970: Double(min(max(0, date), lastDate)) / 1000),
            kind: kind == self.text ? nil : kind, edited: try row.decode(forColumn: "isEdited") ? true : nil,
            revised: revised > 0 ? revised : nil, replyTo: try row.decode(forColumn: "replyTo"),
            reactions: ReactionTable.reactions(try row.decode(forColumn: "reactions")),
            spans: decoded(spans, of: text), file: try file(row))
    }

    private static func file(_ row: Row) throws -> FileInfo? {
        guard let posted: Data = try row.decode(forColumn: "fileInfo"),
            let hash: Data = try row.decode(forColumn: "hash"), let posted = try? PostedFile(body: posted)
        else { return nil }
        return FileInfo(posted, byteCount: try row.decode(forColumn: "size"), sha256: hash.hexadecimal)
    }
}

extension MessageInfo {
    /// Stands for a message that cannot be read, so that its place in the chat is not missing. No sender is called `?`.
    static func unreadable(_ seq: Int64, in chat: ChatRow) -> MessageInfo {
        MessageInfo(
            chat: chat.address, seq: seq, id: "?/\(seq)", sender: "?", name: "?", text: "",
            date: Date(timeIntervalSince1970: 0), kind: unreadable)
    }
}
