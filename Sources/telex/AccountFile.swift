import Foundation
import TelexClient
import TelexStorage

/// Where a profile keeps who one is on which server: `account.json`, for its owner only.
struct AccountFile {
    private let path: String

    init(_ profile: Profile) { path = "\(profile.folder)/account.json" }

    /// - Returns: `nil` for a profile without a server.
    func read() throws(AccountError) -> Account? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return try JSONDecoder().decode(Account.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw .unreadable(path: path)
        }
    }

    /// Written beside and renamed, so that there is never half of it.
    func write(_ account: Account) throws(AccountError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(account).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw .unwritable(path: path, reason: error.localizedDescription)
        }
    }

    func remove() throws(AccountError) {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            throw .unwritable(path: path, reason: error.localizedDescription)
        }
    }
}

/// What can be wrong with a profile's account.
enum AccountError: Error, Equatable {
    case unreadable(path: String)
    case unwritable(path: String, reason: String)
    case loggedIn(Account, profile: String)
    case notLoggedIn(profile: String)
    /// The profile has chats of somebody else, or of the embedded backend.
    case otherChats(profile: String, owner: String?)
    case noInvitation
}

/// The sentences, each with what to do.
extension AccountError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let path): "\(path) is damaged: remove it, and log in again with telex login."
        case .unwritable(let path, let reason):
            "\(path) cannot be written: \(reason). Check that its folder is yours to write."
        case .loggedIn(let account, let profile):
            "The profile \"\(profile)\" is logged in as \(account.user) at \(account.url). "
                + "Log out first with telex logout, or choose another profile with --profile."
        case .notLoggedIn(let profile): "The profile \"\(profile)\" is not logged in, so nothing was done."
        case .otherChats(let profile, let owner):
            "The profile \"\(profile)\" has chats of its own already (\(owner ?? "with the built-in bots")). "
                + "Choose another one with --profile NAME, and give the same to telex."
        case .noInvitation:
            "An invitation is needed, on the standard input or as --invitation. "
                + "The server's operator makes one with: telex-server user add NAME"
        }
    }
}
