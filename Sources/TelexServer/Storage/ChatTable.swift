import Foundation
import GRDB
import TelexAPI

/// A chat, as those who are in it share it.
struct ChatRow: Hashable, Sendable {
    let key: Int64
    let address: String
    var last: Int64
    var event: Int64
    let members: [Member]

    struct Member: Hashable, Sendable {
        let user: User
        var readUpTo: Int64
        var deliveredUpTo: Int64
    }

    func has(_ user: User) -> Bool { members.contains { $0.user == user } }

    /// The others in it, as `user` sees them.
    func others(than user: User) -> [User] { members.map(\.user).filter { $0 != user } }
}

/// The chats, and who is in them.
enum ChatTable {
    /// The chat at the address, if the user is in it.
    ///
    /// - Throws: `ServerError.noChat`, the same for a chat that one is not in as for one that is not there.
    static func find(_ address: String, for user: User, _ database: Database) throws -> ChatRow {
        let statement = try database.cachedStatement(sql: "SELECT * FROM chat WHERE address = ?")
        guard let chat = try Row.fetchOne(statement, arguments: [address]).map({ try chat($0, database) }),
            chat.has(user)
        else { throw ServerError.noChat(address) }
        return chat
    }

    static func get(_ key: Int64, _ database: Database) throws -> ChatRow {
        let statement = try database.cachedStatement(sql: "SELECT * FROM chat WHERE key = ?")
        guard let row = try Row.fetchOne(statement, arguments: [key]) else { throw ServerError.noChat("\(key)") }
        return try chat(row, database)
    }

    /// The user's chats that have changed after an event, in the order of their changes.
    static func changed(after event: Int64, for user: User, limit: Int, _ database: Database) throws -> [ChatRow] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT chat.* FROM member JOIN chat ON chat.key = member.chat
                WHERE member.user = ? AND chat.event > ? ORDER BY chat.event LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [user.key, event, limit]).map { try chat($0, database) }
    }

    /// All chats that a user is in.
    static func all(of user: User, _ database: Database) throws -> [ChatRow] {
        try changed(after: -1, for: user, limit: .max, database)
    }

    static func make(_ one: User, _ other: User, _ database: Database) throws -> ChatRow {
        try database.execute(sql: "INSERT INTO chat (address) VALUES (?)", arguments: [User.address(one, other)])
        let key = database.lastInsertedRowID
        for user in [one, other] {
            try database.execute(sql: "INSERT INTO member (chat, user) VALUES (?, ?)", arguments: [key, user.key])
        }
        _ = try EventLog.add(.chat, chat: key, user: one.key, seq: 0, database)
        return try get(key, database)
    }

    /// Moves a member's marks forward, never back.
    static func raise(
        read: Int64, delivered: Int64, of user: User, in chat: ChatRow, _ database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE member SET readUpTo = max(readUpTo, ?), deliveredUpTo = max(deliveredUpTo, ?)
                WHERE chat = ? AND user = ?
                """)
        try statement.execute(arguments: [read, max(read, delivered), chat.key, user.key])
    }

    private static func chat(_ row: Row, _ database: Database) throws -> ChatRow {
        let key: Int64 = row["key"]
        let statement = try database.cachedStatement(
            sql: """
                SELECT user.*, readUpTo, deliveredUpTo FROM member JOIN user ON user.key = member.user
                WHERE chat = ? ORDER BY user.name
                """)
        let members = try Row.fetchAll(statement, arguments: [key]).map {
            ChatRow.Member(user: Accounts.user($0), readUpTo: $0["readUpTo"], deliveredUpTo: $0["deliveredUpTo"])
        }
        return ChatRow(key: key, address: row["address"], last: row["last"], event: row["event"], members: members)
    }

    // MARK: As people see it

    static func info(_ chat: ChatRow, for user: User, _ database: Database) throws -> ChatInfo {
        ChatInfo(
            chat: chat.address, contact: chat.others(than: user).map(\.display).joined(separator: ", "),
            last: chat.last, lastID: try MessageTable.id(at: chat.last, in: chat, database),
            marks: try chat.members.map { try mark($0, in: chat, database) }, event: chat.event)
    }

    static func mark(_ member: ChatRow.Member, in chat: ChatRow, _ database: Database) throws -> Mark {
        Mark(
            chat: chat.address, user: member.user.name,
            read: try MessageTable.id(at: member.readUpTo, in: chat, database), readSeq: member.readUpTo,
            delivered: try MessageTable.id(at: member.deliveredUpTo, in: chat, database),
            deliveredSeq: member.deliveredUpTo)
    }

    static func mark(of user: User, in chat: ChatRow, _ database: Database) throws -> Mark {
        let chat = try get(chat.key, database)
        guard let member = chat.members.first(where: { $0.user == user }) else {
            throw ServerError.noChat(chat.address)
        }
        return try mark(member, in: chat, database)
    }
}
