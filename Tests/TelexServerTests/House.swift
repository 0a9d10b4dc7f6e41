import Foundation
import GRDB
import Logging
import TelexAPI
import Testing

@testable import TelexServer

/// A server's file, with a service and accounts on it.
final class House {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
    let store: ServerStore
    let service: ChatService
    let accounts: Accounts
    let reader: ChatReader

    init() throws {
        var settings = ServerSettings(host: "", port: 0)
        settings.userChannels = 10
        store = try ServerStore(path: path)
        accounts = Accounts(store)
        reader = ChatReader(store)
        service = try ChatService(store, settings, seed: 1, logger: Logger(label: "test"))
    }

    deinit {
        for end in ["", "-wal", "-shm", ".files", ".files.aside"] {
            try? FileManager.default.removeItem(atPath: path + end)
        }
    }

    func user(_ name: String) async throws -> User {
        _ = try accounts.add(name, display: name.capitalized)
        return try await accounts.find(name)
    }

    /// Logs the user in on another device.
    func caller(_ name: String) async throws -> Caller {
        let (token, _) = try await accounts.logIn(accounts.invite(name))
        return try #require(try await accounts.caller(token))
    }

    /// Adds two users, logs them in, and has the first begin a direct chat.
    func couple() async throws -> (ada: Caller, bob: Caller) {
        for name in ["ada", "bob"] { _ = try await user(name) }
        let (ada, bob) = (try await caller("ada"), try await caller("bob"))
        _ = try await service.create("bob", for: ada)
        return (ada, bob)
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

extension Subscription {
    /// Ends the channel, and returns the kinds of the frames that it has sent.
    func sentKinds() async -> [Frame.Kind] {
        end(.stopping)
        var kinds: [Frame.Kind] = []
        for await item in items { if case .frame(_, let kind, _) = item { kinds.append(kind) } }
        return kinds
    }
}
