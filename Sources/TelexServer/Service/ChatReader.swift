import GRDB
import TelexAPI

/// What can be looked up while the service goes on writing.
struct ChatReader: Sendable {
    private let database: DatabasePool

    init(_ store: ServerStore) { database = store.database }

    func chats(since event: Int64, limit: Int, for user: User) async throws -> ChatPage {
        try await database.read { database in
            // An event that has not happened is one of a file that this one was restored after.
            let event = event > (try EventLog.last(database)) ? 0 : event
            let found = try ChatTable.changed(after: event, for: user, limit: limit + 1, database)
            let chats = try found.prefix(limit).map { try ChatTable.info($0, for: user, database) }
            return ChatPage(chats: chats, cursor: chats.last?.event ?? event, more: found.count > limit)
        }
    }

    func messages(
        of address: String, _ range: Route.MessageRange, limit: Int, for user: User
    ) async throws -> MessagePage {
        try await database.read { database in
            let chat = try ChatTable.find(address, for: user, database)
            return try MessageTable.page(range, limit: limit, in: chat, database)
        }
    }

    /// - Throws: `ServerError.noChat` if the user is not in the chat.
    func check(_ address: String, for user: User) async throws {
        _ = try await database.read { try ChatTable.find(address, for: user, $0) }
    }
}
