import GRDB
import TelexCore

/// Reads pages of a chat's messages.
enum HistoryRecord {
    /// Returns the last messages before a position, or of the whole chat, back to the nearest gap.
    static func page(
        of chat: ChatID, before position: Int64?, limit: Int, _ database: Database
    ) throws -> Event {
        let end = position ?? Int64.max
        return .history(.loaded(try page(of: chat, before: end, gapUpTo: end, limit: limit, database)))
    }

    /// - Parameter last: the highest position of a gap that ends the page.
    private static func page(
        of chat: ChatID, before end: Int64, gapUpTo last: Int64, limit: Int, _ database: Database
    ) throws -> HistoryPage {
        try page(of: chat, database) { key, page in
            let gap = try gap("position <= ? ORDER BY position DESC", last, key, database)
            // Reads one row more than requested, to see whether there are older ones.
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM message WHERE chat = ? AND position < ? AND position >= ?
                    ORDER BY position DESC LIMIT ?
                    """,
                arguments: [key, end, gap?.position ?? Int64.min, limit + 1])
            page.hasOlder = rows.count > limit
            if !page.hasOlder { page.gap = gap }
            return rows.prefix(limit).reversed()
        }
    }

    /// Returns the first messages after a position, up to the next gap. If there is a gap right after the position, the
    /// page begins behind it.
    static func page(of chat: ChatID, after position: Int64, limit: Int, _ database: Database) throws -> Event {
        .history(.loaded(try newerPage(of: chat, after: position, limit: limit, database)))
    }

    private static func newerPage(
        of chat: ChatID, after position: Int64, limit: Int, _ database: Database
    ) throws -> HistoryPage {
        try page(of: chat, database) { key, page in
            // Reads one row more than requested, to see whether there are newer ones.
            let rows = try Row.fetchAll(
                database, sql: "SELECT * FROM message WHERE chat = ? AND position > ? ORDER BY position LIMIT ?",
                arguments: [key, position, limit + 1])
            let first = rows.first.flatMap(Self.position) ?? Int64.max
            let before = try gap("position <= ? ORDER BY position DESC", first, key, database)
            if let before, before.position > position { page.gap = before }
            let next = try gap("position > ? ORDER BY position", first, key, database)
            let run = rows.prefix(limit).prefix { Self.position(of: $0) ?? first < next?.position ?? Int64.max }
            page.hasNewer = run.count < rows.count || next != nil
            return Array(run)
        }
    }

    /// Returns messages around a position, between the nearest gaps.
    static func page(of chat: ChatID, around position: Int64, limit: Int, _ database: Database) throws -> Event {
        var page = try page(of: chat, before: position + 1, gapUpTo: position, limit: limit / 2, database)
        let after = try newerPage(of: chat, after: position, limit: limit / 2, database)
        // If a gap follows, the messages after it are not next to these.
        if after.gap == nil { page.messages += after.messages }
        page.hasNewer = after.hasNewer || after.gap != nil
        page.answered = try answered(by: page.messages, in: chat, database)
        return .history(.loaded(page))
    }

    private static func answered(
        by messages: [Message], in chat: ChatID, _ database: Database
    ) throws -> [AnsweredMessage] {
        let missing = Set(messages.compactMap(\.replyTo)).subtracting(messages.map(\.id))
        if missing.isEmpty { return [] }
        return try MessageRecord.answered(missing.sorted(), in: chat, database)
    }

    /// - Parameter fill: sets the members of the page that depend on its position; returns its rows.
    private static func page(
        of chat: ChatID, _ database: Database, _ fill: (Int64, inout HistoryPage) throws -> [Row]
    ) throws -> HistoryPage {
        var page = HistoryPage(chat: chat, messages: [], total: 0, hasOlder: false)
        // Does not read the whole chat: counting many unread messages takes long.
        let statement = try database.cachedStatement(
            sql: "SELECT key, details, deliveredUpTo, otherReadUpTo FROM chat WHERE id = ?")
        guard let found = try Row.fetchOne(statement, arguments: [StoredText.encode(chat.text)]) else {
            // A chat that only a damaged index does not have would look as if it had no messages.
            let sql = "SELECT EXISTS (SELECT 1 FROM chat NOT INDEXED WHERE id = ?)"
            let isThere = try Bool.fetchOne(database, sql: sql, arguments: [StoredText.encode(chat.text)])
            if isThere == true { throw Salvage.damage }
            return page
        }
        var row = StoredRow(found)
        guard let key = row.number(0) else { return page }
        page.total = try (row.json(1) as ChatDetails?)?.chat.total ?? ChatRecord.count(key, database)
        page.deliveredUpTo = row.number(2) ?? 0
        page.otherReadUpTo = row.number(3) ?? 0
        page.messages = try fill(key, &page).compactMap { $0.read { $0.message(in: chat) } }
        page.answered = try answered(by: page.messages, in: chat, database)
        return page
    }

    private static func position(of row: Row) -> Int64? { row.read { $0.number("position") } }

    private static func gap(
        _ condition: String, _ position: Int64, _ key: Int64, _ database: Database
    ) throws -> HistoryGap? {
        let sql = "SELECT position, token FROM gap WHERE chat = ? AND \(condition) LIMIT 1"
        guard var row = try Row.fetchOne(database, sql: sql, arguments: [key, position]).map(StoredRow.init),
            let position = row.number(0), let token = row.text(1)
        else { return nil }
        let isHole = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM message WHERE chat = ? AND position < ?)",
            arguments: [key, position])
        return HistoryGap(position: position, token: token, isHole: isHole ?? false)
    }
}
