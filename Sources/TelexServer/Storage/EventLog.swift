import Foundation
import GRDB
import TelexAPI

/// What has happened, numbered for the whole server, so that a push channel can go on where it was cut.
///
/// At each start of a server the numbers go on from the time of day, in milliseconds, which is far ahead of them. So what
/// happens after the file was restored has other numbers than what had happened before, and was lost with it; and numbers
/// that lie between those of two runs are known for such.
enum EventLog {
    /// How many events are kept at least.
    private static let kept = 100_000
    /// How many starts of a server are remembered.
    private static let runs = 1000

    /// Has the numbers of what happens from now on be such as have not been given yet.
    static func begin(_ now: Date, _ database: Database) throws {
        let last = try last(database)
        let base = max(last, Int64(now.timeIntervalSince1970 * 1000))
        try database.execute(sql: "INSERT INTO run (last, base) VALUES (?, ?)", arguments: [last, base])
        let run = database.lastInsertedRowID
        try database.execute(sql: "DELETE FROM run WHERE key <= ?", arguments: [run - Int64(runs)])
        try database.execute(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'event'", arguments: [base])
        if database.changesCount == 0 {
            try database.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)", arguments: [base])
        }
        try trim(database)
    }

    /// What tells this start of a server from all others.
    static func run(_ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT base FROM run ORDER BY key DESC LIMIT 1")
    }

    /// Notes an event; returns its number.
    static func add(_ kind: EventKind, chat: Int64, user: Int64, seq: Int64, _ database: Database) throws -> Int64 {
        try database.cachedStatement(sql: "INSERT INTO event (chat, kind, user, seq) VALUES (?, ?, ?, ?)")
            .execute(arguments: [chat, kind.rawValue, user, seq])
        let id = database.lastInsertedRowID
        try database.cachedStatement(sql: "UPDATE chat SET event = ? WHERE key = ?").execute(arguments: [id, chat])
        if id % 10_000 == 0 { try trim(database) }
        return id
    }

    private static func trim(_ database: Database) throws {
        let sql = "SELECT id FROM event ORDER BY id DESC LIMIT 1 OFFSET ?"
        guard let horizon = try Int64.fetchOne(database, sql: sql, arguments: [kept]) else { return }
        try database.execute(sql: "DELETE FROM event WHERE id <= ?", arguments: [horizon])
        try database.execute(sql: "UPDATE horizon SET upTo = ?", arguments: [horizon])
    }

    /// The number of the last event, 0 before the first.
    static func last(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }

    /// Whether this file has come by that event: one that has not was restored after it, or the event was never there.
    static func isPassed(_ event: Int64, _ database: Database) throws -> Bool {
        guard event <= (try last(database)) else { return false }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM run WHERE last < ?1 AND ?1 < base LIMIT 1")
        return try Int.fetchOne(statement, arguments: [event]) == nil
    }

    /// What has happened after an event in the user's chats; `nil` if that is no longer known, or too much.
    static func after(
        _ event: Int64, for user: User, limit: Int, _ database: Database
    ) throws -> [(id: Int64, frame: Frame)]? {
        let horizon = try Int64.fetchOne(database, sql: "SELECT upTo FROM horizon") ?? 0
        guard event >= horizon, try isPassed(event, database) else { return nil }
        // Whoever is not in a chat is told of the invitation, and nothing else.
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT event.* FROM event JOIN member ON member.chat = event.chat AND member.user = ?
                WHERE event.id > ? AND (member.standing = 0 OR event.id = member.since) ORDER BY event.id LIMIT ?
                """, arguments: [user.key, event, limit + 1])
        guard rows.count <= limit else { return nil }
        var chats: [Int64: ChatRow] = [:]
        var (frames, size): ([(Int64, Frame)], Int) = ([], 0)
        for row in rows {
            let key: Int64 = row["chat"]
            let chat = try chats[key] ?? ChatTable.get(key, database)
            chats[key] = chat
            guard let frame = try frame(row, in: chat, for: user, database) else { continue }
            switch frame {
            case .message(let message), .revision(let message): size += message.text.utf8.count
            default: break
            }
            guard size <= Limits.pageSize else { return nil }
            frames.append((row["id"], frame))
        }
        return frames
    }

    private static func frame(_ row: Row, in chat: ChatRow, for user: User, _ database: Database) throws -> Frame? {
        switch EventKind(rawValue: row["kind"]) {
        case .message: try MessageTable.get(row["seq"], in: chat, database).map { .message($0) }
        case .revision: try MessageTable.get(row["seq"], in: chat, database).map { .revision($0) }
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
    /// It was made, or `user` has another standing in it.
    case chat = 3
    /// The message at `seq` was changed.
    case revision = 4
}
