import Foundation
import GRDB
import Logging
import TelexAPI

@testable import TelexServer

/// A server's file, with a service and accounts on it.
final class House {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
    let store: ServerStore
    let service: ChatService
    let accounts: Accounts
    let reader: ChatReader

    init() throws {
        store = try ServerStore(path: path)
        accounts = Accounts(store)
        reader = ChatReader(store)
        service = try ChatService(store, seed: 1, channelLimit: 10, logger: Logger(label: "test"))
    }

    deinit { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }

    func user(_ name: String) async throws -> User {
        _ = try accounts.add(name, display: name.capitalized)
        return try await accounts.find(name)
    }

    func post(_ text: String, as id: String, from user: User, to chat: String, kind: String? = nil) async throws
        -> MessageInfo
    {
        try await service.post(PostRequest(id: id, text: text, kind: kind), to: chat, from: user).0
    }

    func chats(_ user: User, since event: Int64 = 0) async throws -> [ChatInfo] {
        try await reader.chats(since: event, limit: 100, for: user).chats
    }

    func messages(_ chat: String, _ user: User) async throws -> [MessageInfo] {
        try await reader.messages(of: chat, .latest, limit: 100, for: user).messages
    }

    func count(_ table: String) throws -> Int {
        try store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")! }
    }
}
