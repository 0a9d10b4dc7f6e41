import GRDB
import TelexAPI

/// Reads chats and messages, without waiting for the service's writes.
struct ChatReader: Sendable {
    private let database: ServerDatabase

    init(_ store: ServerStore) { database = store.database }

    func chats(since event: Int64, limit: Int, for user: User) async throws -> ChatPage {
        try await database.read { database in
            let event = try Self.start(event, database)
            let found = try ChatTable.changed(after: event, for: user, limit: limit, database)
            return ChatPage(
                chats: try found.chats.map { try ChatTable.info($0, for: user, database) }, cursor: found.cursor,
                more: found.more,
                revised: try MessageTable.lastRevision(for: user, database), run: try EventLog.run(database),
                ignored: found.more ? nil : try IgnoredTable.all(of: user, database))
        }
    }

    func revisions(since event: Int64, limit: Int, for user: User) async throws -> RevisionPage {
        try await database.read { database in
            try MessageTable.revisions(
                after: try Self.start(event, database), limit: limit, for: user, database)
        }
    }

    /// The event to start after; 0 if `event` is unknown, because the file was restored from an earlier backup.
    private static func start(_ event: Int64, _ database: Database) throws -> Int64 {
        try EventLog.isPassed(event, database) ? event : 0
    }

    func messages(
        of address: String, _ range: Route.MessageRange, limit: Int, for user: User
    ) async throws -> MessagePage {
        try await database.read { database in
            let chat = try ChatTable.find(address, for: user, database)
            return try MessageTable.page(range, limit: limit, in: chat, database)
        }
    }

    /// - Throws: `ServerError.noChat` if the chat does not exist, or the user is not in it.
    func check(_ address: String, for user: User) async throws {
        _ = try await database.read { try ChatTable.find(address, for: user, $0) }
    }
}
