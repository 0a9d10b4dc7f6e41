import Foundation
import GRDB
import TelexAPI

/// Queries for reactions.
enum ReactionTable {
    /// An expression that lists the reactions to a message as JSON: for each one the user's name and the key in
    /// hexadecimal digits, because SQLite ends text at a NUL. `NULL` if there are none.
    static let list = """
        nullif((SELECT json_group_array(json_array(name, hex(key)))
            FROM (SELECT reactor.name, reaction.key FROM reaction JOIN user AS reactor ON reactor.key = reaction.user
                WHERE reaction.chat = message.chat AND reaction.seq = message.seq ORDER BY number)), '[]')
        """

    /// The reactions that `list` has listed.
    static func reactions(_ json: String?) -> [ReactionInfo]? {
        guard let json, let pairs = try? [[String]](body: json.utf8) else { return nil }
        return pairs.filter { $0.count == 2 }.map { ReactionInfo(key: text($0[1]), user: $0[0]) }
    }

    private static func text(_ hex: String) -> String {
        let digits = Array(hex.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Returns: whether the reaction is new.
    /// - Throws: `ServerError.tooManyReactions`.
    static func add(
        _ key: String, to seq: Int64, by user: User, in chat: ChatRow, _ database: Database
    ) throws -> Bool {
        let (everybody, own, same) = try counts(of: key, to: seq, by: user, in: chat, database)
        if same > 0 { return false }
        if everybody >= Limits.reactions || own >= Limits.reactionsOfUser { throw ServerError.tooManyReactions }
        try database.cachedStatement(sql: "INSERT INTO reaction (chat, seq, user, key) VALUES (?, ?, ?, ?)")
            .execute(arguments: [chat.key, seq, user.key, Data(key.utf8)])
        return true
    }

    /// How many reactions a message has: of everybody, of a user, and of the user with this key.
    private static func counts(
        of key: String, to seq: Int64, by user: User, in chat: ChatRow, _ database: Database
    ) throws -> (everybody: Int, own: Int, same: Int) {
        let statement = try database.cachedStatement(
            sql: """
                SELECT count(*) AS everybody, count(*) FILTER (WHERE user = ?1) AS own,
                    count(*) FILTER (WHERE user = ?1 AND key = ?2) AS same
                FROM reaction WHERE chat = ?3 AND seq = ?4
                """)
        let arguments: StatementArguments = [user.key, Data(key.utf8), chat.key, seq]
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { return (0, 0, 0) }
        return (
            try row.decode(forColumn: "everybody"), try row.decode(forColumn: "own"), try row.decode(forColumn: "same")
        )
    }

    /// - Returns: whether there was a reaction.
    static func remove(
        _ key: String, from seq: Int64, by user: User, in chat: ChatRow, _ database: Database
    ) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM reaction WHERE chat = ? AND seq = ? AND user = ? AND key = ?")
            .execute(arguments: [chat.key, seq, user.key, Data(key.utf8)])
        return database.changesCount > 0
    }

    static func removeAll(_ seq: Int64, in chat: ChatRow, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM reaction WHERE chat = ? AND seq = ?")
            .execute(arguments: [chat.key, seq])
    }
}
