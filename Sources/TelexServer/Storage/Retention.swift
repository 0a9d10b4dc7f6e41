import Foundation
import GRDB

/// Deletes messages that are older than the retention period.
enum Retention {
    /// How many messages of a chat to delete in one transaction, so that requests do not wait long.
    private static let batch = 1000

    /// Deletes a batch of messages that were received before a date, from the start of one chat.
    ///
    /// The messages that are left have no gaps between them.
    ///
    /// - Returns: the number deleted, 0 when none are left.
    static func trim(_ date: Date, _ database: Database) throws -> Int {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
        let sql = """
            SELECT key FROM chat
            WHERE (SELECT date FROM message WHERE chat = chat.key ORDER BY seq LIMIT 1) < ? LIMIT 1
            """
        guard let chat = try Int64.fetchOne(database, sql: sql, arguments: [milliseconds]) else { return 0 }
        try database.execute(
            sql: """
                WITH first AS (SELECT seq, date FROM message WHERE chat = ?1 ORDER BY seq LIMIT ?2)
                DELETE FROM message WHERE chat = ?1 AND seq IN (SELECT seq FROM first)
                    AND seq < coalesce((SELECT min(seq) FROM first WHERE date >= ?3), 9223372036854775807)
                """, arguments: [chat, batch, milliseconds])
        return database.changesCount
    }
}
