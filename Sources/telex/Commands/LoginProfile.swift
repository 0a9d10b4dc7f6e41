import Foundation
import TelexClient
import TelexCore
import TelexStorage

/// A profile during a login. It is locked, and has no chats of the built-in bots.
struct LoginProfile {
    /// The name under which the store has the device ID, which a later login uses again.
    private static let deviceName = "device"

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
        owner = try store.link.value(Account.ownerName)
        if owner == nil, case .chat(.loaded(let loaded)) = try store.load(.chats(first: 1)), !loaded.chats.isEmpty {
            throw AccountError.otherChats(profile: choice.profile)
        }
    }

    /// The device ID of the last login; `nil` if there is none.
    var device: String? { (try? store.link.value(Self.deviceName)) ?? nil }

    func note(device: String) throws { try store.commit([.link(name: Self.deviceName, value: device)]) }

    /// Assigns the profile to the account, and saves the login.
    ///
    /// - Parameter logOut: logs out of an account that cannot be saved.
    func assign<Kept: ProfileAccount>(
        _ account: Kept, _ file: AccountFile<Kept>, user: String, logOut: (Kept) async -> Void
    ) async throws {
        if let owner, owner != account.owner {
            await logOut(account)
            throw AccountError.otherUser(user, profile: choice.profile, owner: owner)
        }
        do {
            try store.commit([.link(name: Account.ownerName, value: account.owner)])
            try file.write(account)
        } catch {
            await logOut(account)
            throw error
        }
    }

    /// Logs in. If that fails, removes a profile that was created only for the login.
    func logIn<Account>(_ body: () async throws -> Account) async throws -> Account {
        do { return try await body() } catch {
            if isNew {
                store.close()
                try? FileManager.default.removeItem(atPath: choice.place.folder)
            }
            throw error
        }
    }

    /// Reports the result while the profile is still locked, which ends here.
    func leave(_ say: () -> Void) { withExtendedLifetime(lock) { say() } }
}
