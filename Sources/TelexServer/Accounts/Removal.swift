import GRDB

/// Deletes a user, and all that is theirs: tokens, invitations, and their chats, for whoever else is in them, too.
package struct Removal {
    /// How many messages are deleted at a time, so that nobody has to wait for it.
    private static let batch = 1000

    private let store: ServerStore
    private let user: User
    /// How much of them there is.
    package let chats: Int
    package let messages: Int

    /// - Throws: `ServerError.noUser` and `.botName`.
    package init(_ name: String, _ store: ServerStore) throws {
        if BotHouse.names.contains(name) { throw ServerError.botName(name) }
        self.store = store
        (user, chats, messages) = try store.database.read { database in
            // One whose removal was cut short can be removed again.
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT *, (SELECT count(*) FROM member WHERE user = user.key) AS chats,
                        (SELECT count(*) FROM member JOIN message USING (chat) WHERE member.user = user.key) AS messages
                    FROM user WHERE name = ?
                    """, arguments: [name])
            guard let row, !(row["isRemoved"] as Bool) || row["chats"] as Int > 0 else {
                throw ServerError.noUser(name)
            }
            return (Accounts.user(row), row["chats"], row["messages"])
        }
    }

    package func carryOut() throws {
        let database = store.database
        let chats = try database.write { database in
            for table in ["token", "invitation"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE user = ?", arguments: [user.key])
            }
            try database.execute(
                sql: "UPDATE user SET display = '', isRemoved = 1 WHERE key = ?", arguments: [user.key])
            return try Int64.fetchAll(database, sql: "SELECT chat FROM member WHERE user = ?", arguments: [user.key])
        }
        for chat in chats {
            while try database.write({ try delete(from: chat, $0) }) {}
        }
        // Or what was deleted would stay readable in the log beside the file; while others read there, for an hour at most.
        try store.checkpoint()
    }

    /// Deletes some of a chat.
    ///
    /// - Returns: whether there is more.
    private func delete(from chat: Int64, _ database: Database) throws -> Bool {
        try database.execute(
            sql: """
                DELETE FROM message
                WHERE chat = ?1 AND seq IN (SELECT seq FROM message WHERE chat = ?1 ORDER BY seq LIMIT ?2)
                """, arguments: [chat, Self.batch])
        if database.changesCount == Self.batch { return true }
        // The chat's own row stays, and nobody is in it: its key is not given to another chat.
        for table in ["event", "member"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE chat = ?", arguments: [chat])
        }
        return false
    }
}
