import GRDB
import TelexCore

/// Pages of a chat.
enum HistoryRecord {
    static func page(
        of chat: ChatID, before position: Int64?, limit: Int, _ database: Database
    ) throws -> Event {
        let found = try Row.fetchOne(
            database, sql: "\(ChatRecord.select) WHERE id = ?", arguments: [StoredText.encode(chat.text)])
        guard let found else {
            return .history(.loaded(HistoryPage(chat: chat, messages: [], total: 0, hasOlder: false)))
        }
        let key: Int64 = found["key"]
        let summary = try ChatRecord.chat(found, database)
        let gap = try Row.fetchOne(
            database,
            sql: "SELECT position, token FROM gap WHERE chat = ? AND position <= ? ORDER BY position DESC LIMIT 1",
            arguments: [key, position ?? Int64.max])
        // One more than asked for tells whether there are older ones.
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM message WHERE chat = ? AND position < ? AND position >= ?
                ORDER BY position DESC LIMIT ?
                """,
            arguments: [key, position ?? Int64.max, gap?["position"] ?? Int64.min, limit + 1])
        let hasOlder = rows.count > limit
        return .history(
            .loaded(
                HistoryPage(
                    chat: chat,
                    messages: try rows.prefix(limit).reversed().map { try MessageRecord.message($0, in: chat) },
                    total: summary.total,
                    hasOlder: hasOlder,
                    deliveredUpTo: found["deliveredUpTo"],
                    otherReadUpTo: found["otherReadUpTo"],
                    gap: hasOlder ? nil : try gap.map { try historyGap($0, key, database) })))
    }

    private static func historyGap(_ row: Row, _ key: Int64, _ database: Database) throws -> HistoryGap {
        let position: Int64 = row["position"]
        let isHole = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM message WHERE chat = ? AND position < ?)",
            arguments: [key, position])
        return HistoryGap(position: position, token: StoredText.decode(row["token"]), isHole: isHole ?? false)
    }
}
