import GRDB
import TelexAPI

/// What has happened, numbered for the whole server, so that a push channel can go on where it was cut.
enum EventLog {
    /// How many events are kept at least.
    private static let kept: Int64 = 100_000

    /// Notes an event; returns its number.
    static func add(_ kind: EventKind, chat: Int64, user: Int64, seq: Int64, _ database: Database) throws -> Int64 {
        try database.cachedStatement(sql: "INSERT INTO event (chat, kind, user, seq) VALUES (?, ?, ?, ?)")
            .execute(arguments: [chat, kind.rawValue, user, seq])
        let id = database.lastInsertedRowID
        try database.cachedStatement(sql: "UPDATE chat SET event = ? WHERE key = ?").execute(arguments: [id, chat])
        if id % 10_000 == 0 {
            try database.execute(sql: "DELETE FROM event WHERE id <= ?", arguments: [id - kept])
        }
        return id
    }

    /// The number of the last event, 0 before the first.
    static func last(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }

    /// What has happened after an event in the user's chats; `nil` if that is no longer known, or too much.
    static func after(
        _ event: Int64, for user: User, limit: Int, _ database: Database
    ) throws -> [(id: Int64, frame: Frame)]? {
        let first = try Int64.fetchOne(database, sql: "SELECT min(id) FROM event") ?? 1
        guard event >= first - 1, event <= (try last(database)) else { return nil }
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT event.* FROM event JOIN member ON member.chat = event.chat AND member.user = ?
                WHERE event.id > ? ORDER BY event.id LIMIT ?
                """, arguments: [user.key, event, limit + 1])
        guard rows.count <= limit else { return nil }
        var chats: [Int64: ChatRow] = [:]
        var (frames, size): ([(Int64, Frame)], Int) = ([], 0)
        for row in rows {
            let key: Int64 = row["chat"]
            let chat = try chats[key] ?? ChatTable.get(key, database)
            chats[key] = chat
            guard let frame = try frame(row, in: chat, for: user, database) else { continue }
            if case .message(let message) = frame { size += message.text.utf8.count }
            guard size <= Limits.pageSize else { return nil }
            frames.append((row["id"], frame))
        }
        return frames
    }

    private static func frame(_ row: Row, in chat: ChatRow, for user: User, _ database: Database) throws -> Frame? {
        switch EventKind(rawValue: row["kind"]) {
        case .message: try MessageTable.get(row["seq"], in: chat, database).map { .message($0) }
        case .chat: .chat(try ChatTable.info(chat, for: user, database))
        case .mark:
            try chat.members.first { $0.user.key == row["user"] }.map {
                .mark(try ChatTable.mark($0, in: chat, database))
            }
        case nil: nil
        }
    }
}

/// What an event in the log says of its chat.
enum EventKind: Int64 {
    /// The message at `seq` has come.
    case message = 1
    /// `user` has received or read more.
    case mark = 2
    /// It was made.
    case chat = 3
}
