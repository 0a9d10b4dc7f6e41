import Foundation
import GRDB
import TelexAPI

/// The log of all events on the server, numbered so that a push channel can resume.
///
/// Each start of a server continues the numbers from the current time in milliseconds, which is far ahead of them. So
/// events after a restore never reuse the numbers of events that the restore lost. A number between those of two runs
/// is recognized as lost.
enum EventLog {
    /// The least number of events to keep.
    private static let kept = 100_000
    /// How many starts of the server to remember.
    private static let runs = 1000

    /// Begins a run, whose events get numbers that were never used before.
    static func begin(_ now: Date, _ database: Database) throws {
        let last = try last(database)
        let base = max(last, Int64(now.timeIntervalSince1970 * 1000))
        try database.execute(sql: "INSERT INTO run (last, base) VALUES (?, ?)", arguments: [last, base])
        let run = database.lastInsertedRowID
        try database.execute(sql: "DELETE FROM run WHERE key <= ? - ?", arguments: [run, runs])
        try database.execute(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'event'", arguments: [base])
        if database.changesCount == 0 {
            try database.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)", arguments: [base])
        }
    }

    /// The number that identifies this start of the server.
    static func run(_ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT CAST(base AS INTEGER) FROM run ORDER BY key DESC LIMIT 1")
    }

    /// Adds an event and returns its number.
    static func add(_ kind: EventKind, chat: Int64, user: Int64, seq: Int64, _ database: Database) throws -> Int64 {
        try database.cachedStatement(sql: "INSERT INTO event (chat, kind, user, seq) VALUES (?, ?, ?, ?)")
            .execute(arguments: [chat, kind.rawValue, user, seq])
        let id = database.lastInsertedRowID
        // Others do not learn that a member has arranged the chat.
        if kind != .settings {
            try database.cachedStatement(sql: "UPDATE chat SET event = ? WHERE key = ?").execute(arguments: [id, chat])
        }
        if id % 10_000 == 0 { try Damage.allowing { try trim(database) } }
        return id
    }

    /// Deletes old events.
    static func trim(_ database: Database) throws {
        let sql = "SELECT id FROM event ORDER BY id DESC LIMIT 1 OFFSET ?"
        guard let horizon = try Int64.fetchOne(database, sql: sql, arguments: [kept]) else { return }
        try database.execute(sql: "DELETE FROM event WHERE id <= ?", arguments: [horizon])
        try database.execute(sql: "UPDATE horizon SET upTo = ?", arguments: [horizon])
    }

    /// The number of the last event, 0 before the first.
    static func last(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT CAST(seq AS INTEGER) FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }

    /// Whether the log ever reached an event. It did not if the file was restored from an earlier backup.
    static func isPassed(_ event: Int64, _ database: Database) throws -> Bool {
        guard event <= (try last(database)) else { return false }
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM run WHERE last < ?1 AND ?1 < base LIMIT 1")
        return try Int.fetchOne(statement, arguments: [event]) == nil
    }

    /// The events after `event` in the user's chats; `nil` if some are no longer stored or cannot be read, or if there
    /// are too many.
    static func after(
        _ event: Int64, for user: User, limit: Int, _ database: Database
    ) throws -> [(id: Int64, frame: Frame)]? {
        try Damage.allowing { try stored(after: event, for: user, limit: limit, database) } ?? nil
    }

    private static func stored(
        after event: Int64, for user: User, limit: Int, _ database: Database
    ) throws -> [(id: Int64, frame: Frame)]? {
        let horizon = try Int64.fetchOne(database, sql: "SELECT CAST(upTo AS INTEGER) FROM horizon") ?? 0
        guard event >= horizon, try isPassed(event, database) else { return nil }
        // A user who is not in a chat gets only the event of their own invitation.
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
            // An event that cannot be read is left out.
            let found = try Damage.allowing { () -> (id: Int64, frame: Frame?) in
                let key: Int64 = try row.decode(forColumn: "chat")
                let chat = try chats[key] ?? ChatTable.get(key, database)
                chats[key] = chat
                return (try row.decode(forColumn: "id"), try frame(row, in: chat, for: user, database))
            }
            guard let found, let frame = found.frame else { continue }
            switch frame {
            case .message(let message), .revision(let message): size += message.size
            default: break
            }
            guard size <= Limits.pageSize else { return nil }
            frames.append((found.id, frame))
        }
        return frames
    }

    private static func frame(_ row: Row, in chat: ChatRow, for user: User, _ database: Database) throws -> Frame? {
        let seq: Int64 = try row.decode(forColumn: "seq")
        return switch EventKind(rawValue: try row.decode(forColumn: "kind")) {
        case .message: try MessageTable.get(seq, in: chat, database).map { .message($0) }
        case .revision: try MessageTable.get(seq, in: chat, database).map { .revision($0) }
        case .settings where try row.decode(Int64.self, forColumn: "user") != user.key: nil
        case .chat, .settings: .chat(try ChatTable.info(chat, for: user, database))
        case .mark:
            try chat.member(with: row.decode(forColumn: "user")).map {
                .mark(try ChatTable.mark($0, in: chat, database))
            }
        case nil: nil
        }
    }
}

/// The kind of an event.
enum EventKind: Int64 {
    /// The message at `seq` was posted.
    case message = 1
    /// `user` has received or read further messages.
    case mark = 2
    /// The chat was created, or the standing of `user` in it has changed.
    case chat = 3
    /// The message at `seq` was edited or deleted.
    case revision = 4
    /// `user` has arranged the chat.
    case settings = 5
}
