import GRDB
import TelexCore

/// The rows of `earlyReaction`.
enum ReactionRecord {
    /// The most rows to keep. The oldest are deleted, because their messages may never come.
    private static let most: Int64 = 10_000

    static func isEmpty(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT NOT EXISTS (SELECT 1 FROM earlyReaction)") ?? true
    }

    static func add(_ reaction: Reaction, to message: MessageID, chat key: Int64, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR IGNORE INTO earlyReaction (chat, message, reaction) VALUES (?, ?, ?)",
            arguments: [key, StoredText.encode(message.text), reaction.json])
        try database.execute(
            sql: "DELETE FROM earlyReaction WHERE key <= (SELECT max(key) FROM earlyReaction) - ?", arguments: [most])
    }

    static func remove(_ reaction: Reaction, from message: MessageID, chat key: Int64, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM earlyReaction WHERE chat = ? AND message = ? AND reaction = ?",
            arguments: [key, StoredText.encode(message.text), reaction.json])
    }

    /// Deletes the reactions that waited for a message, once they have been added to it.
    static func removeAll(of message: MessageID, chat key: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM earlyReaction WHERE chat = ? AND message = ?")
            .execute(arguments: [key, StoredText.encode(message.text)])
    }

    /// Returns the reactions to a message, in the order in which they came.
    static func all(of message: MessageID, chat key: Int64, _ database: Database) throws -> [Reaction] {
        let statement = try database.cachedStatement(
            sql: "SELECT reaction FROM earlyReaction WHERE chat = ? AND message = ? ORDER BY key")
        return try Row.fetchAll(statement, arguments: [key, StoredText.encode(message.text)]).compactMap {
            $0.read { $0.json(0) }
        }
    }
}
