import Foundation
import GRDB
import TelexAPI

/// The messages.
enum MessageTable {
    /// Puts a message at the end of its chat.
    static func add(
        _ post: PostRequest, from sender: User, at date: Date, to chat: ChatRow, _ database: Database
    ) throws -> MessageInfo {
        let seq = chat.last + 1
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
        try database.cachedStatement(
            sql: "INSERT INTO message (chat, seq, sender, id, text, date) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [chat.key, seq, sender.key, post.id, Data(post.text.utf8), milliseconds])
        try database.cachedStatement(sql: "UPDATE chat SET last = ? WHERE key = ?").execute(arguments: [seq, chat.key])
        return message(chat, seq, sender, post.id, post.text, milliseconds)
    }

    /// The message that a sender has given this id, if one.
    static func find(_ id: String, from sender: User, in chat: ChatRow, _ database: Database) throws -> MessageInfo? {
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM message WHERE chat = ? AND sender = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [chat.key, sender.key, id]).map { message($0, in: chat) }
    }

    /// The place of a sender's last message, 0 if there is none.
    static func last(of sender: User, in chat: ChatRow, _ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "SELECT max(seq) FROM message WHERE chat = ? AND sender = ?")
        return try Int64.fetchOne(statement, arguments: [chat.key, sender.key]) ?? 0
    }

    /// The place of a message, by the id that people see.
    static func seq(of id: String, in chat: ChatRow, _ database: Database) throws -> Int64 {
        // By bytes: what follows the slash may belong to it in the eyes of Unicode.
        let parts = id.utf8.split(separator: 0x2F, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, PostRequest.isID(parts[1]),
            let sender = chat.members.first(where: { $0.user.name == parts[0] })?.user,
            let message = try find(parts[1], from: sender, in: chat, database)
        else { throw ServerError.noMessage(id) }
        return message.seq
    }

    /// The id that people see of the message at a place; `nil` for 0, and for one that is not kept any more.
    static func id(at seq: Int64, in chat: ChatRow, _ database: Database) throws -> String? {
        guard seq > 0 else { return nil }
        return try get(seq, in: chat, database)?.id
    }

    /// The message at a place; `nil` for one that is not kept any more.
    static func get(_ seq: Int64, in chat: ChatRow, _ database: Database) throws -> MessageInfo? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM message WHERE chat = ? AND seq = ?")
        return try Row.fetchOne(statement, arguments: [chat.key, seq]).map { message($0, in: chat) }
    }

    static func page(
        _ range: Route.MessageRange, limit: Int, in chat: ChatRow, _ database: Database
    ) throws -> MessagePage {
        // One more than asked for tells whether there are more.
        let (condition, order, bound): (String, String, Int64) =
            switch range {
            case .latest: ("seq < ?", "DESC", .max)
            case .before(let seq): ("seq < ?", "DESC", seq)
            case .after(let seq): ("seq > ?", "ASC", seq)
            }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: "SELECT * FROM message WHERE chat = ? AND \(condition) ORDER BY seq \(order) LIMIT ?"),
            arguments: [chat.key, bound, limit + 1])
        var (messages, size, more): ([MessageInfo], Int, Bool) = ([], 0, false)
        while let row = try rows.next() {
            more = messages.count == limit || size >= Limits.pageSize
            if more { break }
            let next = message(row, in: chat)
            messages.append(next)
            size += next.text.utf8.count
        }
        return MessagePage(messages: order == "ASC" ? messages : messages.reversed(), more: more)
    }

    private static func message(_ row: Row, in chat: ChatRow) -> MessageInfo {
        let sender: Int64 = row["sender"]
        // Whoever has sent to a chat is in it.
        let user = chat.members.first { $0.user.key == sender }!.user
        return message(
            chat, row["seq"], user, row["id"], String(decoding: row["text"] as Data, as: UTF8.self), row["date"])
    }

    private static func message(
        _ chat: ChatRow, _ seq: Int64, _ sender: User, _ id: String, _ text: String, _ milliseconds: Int64
    ) -> MessageInfo {
        MessageInfo(
            chat: chat.address, seq: seq, id: "\(sender.name)/\(id)", sender: sender.name, name: sender.display,
            text: text, date: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }
}
