import GRDB
import TelexCore

/// Looks up the messages that a server has found.
enum UnstoredRecord {
    /// Returns the messages that are not stored, each with the stored message before which it is missing.
    static func page(_ page: ServerPage, _ database: Database) throws -> ServerPage {
        var page = page
        page.messages = try page.messages.compactMap { try unstored($0, database) }
        return page
    }

    private static func unstored(_ found: ServerMessage, _ database: Database) throws -> ServerMessage? {
        var found = found
        found.follower = nil
        let statement = try database.cachedStatement(sql: "SELECT key FROM chat WHERE id = ?")
        guard let id = found.message.message,
            let chat = try Int64.fetchOne(statement, arguments: [StoredText.encode(found.message.chat.text)])
        else { return found }
        let isStored = try database.cachedStatement(sql: "SELECT 1 FROM message WHERE chat = ? AND id = ?")
        if try Row.fetchOne(isStored, arguments: [chat, StoredText.encode(id.text)]) != nil { return nil }
        let date = found.message.date.map(MessageRecord.milliseconds) ?? .largest
        found.follower = try follower(after: date, in: chat, database) ?? last(in: chat, database)
        return found
    }

    /// Returns the message that follows the gap in which a message of that date is.
    private static func follower(after date: Int64, in chat: Int64, _ database: Database) throws -> MessageID? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT message.id FROM gap JOIN message ON message.chat = gap.chat AND message.position =
                    (SELECT min(position) FROM message WHERE chat = gap.chat AND position >= gap.position)
                WHERE gap.chat = ? AND message.date >= ? ORDER BY gap.position LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [chat, date])?.read { $0.id(0) }
    }

    private static func last(in chat: Int64, _ database: Database) throws -> MessageID? {
        let statement = try database.cachedStatement(
            sql: "SELECT id FROM message WHERE chat = ? ORDER BY position DESC LIMIT 1")
        return try Row.fetchOne(statement, arguments: [chat])?.read { $0.id(0) }
    }
}
