import Foundation
import TelexClient
import TelexCore
import TelexStorage

/// A profile while somebody logs in to it: no other process has it, and its chats are nobody else's.
struct Seat {
    /// The name of the store's bookmark that says as which device a profile is known; a later login goes on as the same.
    private static let deviceBookmark = "device"

    private let choice: ProfileOptions
    private let lock: StoreLock
    private let store: SQLiteStore
    private let owner: String?
    /// Whether the profile did not exist before.
    private let isNew: Bool

    init(_ choice: ProfileOptions) throws {
        self.choice = choice
        let profile = choice.place
        isNew = !profile.exists
        try profile.make()
        lock = try StoreLock(profile.storePath)
        store = try SQLiteStore(path: profile.storePath, durability: .full)
        owner = try store.bookmark(Account.bookmark)
        if owner == nil, case .chat(.loaded(let chats)) = try store.load(.chats), !chats.isEmpty {
            throw AccountError.otherChats(profile: choice.profile)
        }
    }

    /// As which device the profile was known before.
    var device: String? { (try? store.bookmark(Self.deviceBookmark)) ?? nil }

    func note(device: String) throws { try store.commit([.bookmark(name: Self.deviceBookmark, value: device)]) }

    /// Makes the profile the account's.
    ///
    /// - Parameter logOut: gives a login back that cannot be kept.
    func take<Kept: ProfileAccount>(
        _ account: Kept, _ file: AccountFile<Kept>, user: String, logOut: (Kept) async -> Void
    ) async throws {
        if let owner, owner != account.owner {
            await logOut(account)
            throw AccountError.otherUser(user, profile: choice.profile, owner: owner)
        }
        do {
            try store.commit([.bookmark(name: Account.bookmark, value: account.owner)])
            try file.write(account)
        } catch {
            await logOut(account)
            throw error
        }
    }

    /// Logs in. If that fails, removes a profile that was made only for it.
    func logIn<Account>(_ body: () async throws -> Account) async throws -> Account {
        do { return try await body() } catch {
            if isNew {
                store.close()
                try? FileManager.default.removeItem(atPath: choice.place.folder)
            }
            throw error
        }
    }

    /// Says how it went, and lets others have the profile.
    func leave(_ say: () -> Void) { withExtendedLifetime(lock) { say() } }
}
