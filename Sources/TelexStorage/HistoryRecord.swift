import GRDB
import TelexCore

/// Pages of a chat.
enum HistoryRecord {
    static func page(
        of chat: ChatID, before position: Int64?, limit: Int, _ database: Database
    ) throws -> Event {
        let found = try Row.fetchOne(
            database, sql: "SELECT *, \(ChatRecord.unread) AS unread FROM chat WHERE id = ?",
            arguments: [StoredText.encode(chat.text)])
        guard let found else {
            return .history(.failed(chat: chat, reason: "There is no chat \"\(chat)\" here."))
        }
        // One more than asked for tells whether there are older ones.
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT * FROM message WHERE chat = ? AND position < ? ORDER BY position DESC LIMIT ?",
            arguments: [found["key"] as Int64, position ?? Int64.max, limit + 1])
        return .history(
            .loaded(
                HistoryPage(
                    chat: chat,
                    contact: StoredText.decode(found["contact"]),
                    messages: rows.prefix(limit).reversed().map { MessageRecord.message($0, in: chat) },
                    total: found["total"],
                    hasOlder: rows.count > limit,
                    deliveredUpTo: found["deliveredUpTo"],
                    otherReadUpTo: found["otherReadUpTo"],
                    unread: found["unread"])))
    }
}
