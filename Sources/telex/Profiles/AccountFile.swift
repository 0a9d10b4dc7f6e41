import ArgumentParser
import Foundation
import TelexClient
import TelexMatrix
import TelexNetwork
import TelexRuntime
import TelexStorage
import TelexTerminal

/// An account on a server, as a profile stores it.
protocol ProfileAccount: LinkAccount {
    /// The name of the file in the profile's folder.
    static var file: String { get }
    /// The people that its user can chat with.
    static var backendKind: BackendKind { get }
    /// Whether the stored values are usable.
    var isValid: Bool { get }
}

extension Profile {
    /// Returns the account that the profile is logged in to; `nil` if it is not logged in.
    func account() throws(AccountError) -> (any ProfileAccount)? {
        if let account = try AccountFile<Account>(self).read() { return account }
        return try AccountFile<MatrixAccount>(self).read()
    }
}

extension Account: ProfileAccount {
    static let file = "account.json"
    static let backendKind = BackendKind.server
    var isValid: Bool { ServerAddress.normalized(url) != nil }
}

extension MatrixAccount: ProfileAccount {
    static let file = "matrix.json"
    static let backendKind = BackendKind.matrix
    var isValid: Bool { ServerAddress.normalized(url) != nil && !token.isEmpty }
}

/// The file in which a profile stores its account. Only the file's owner can read it.
struct AccountFile<Kept: ProfileAccount> {
    let path: String
    private let profile: Profile

    init(_ profile: Profile) {
        self.profile = profile
        path = "\(profile.folder)/\(Kept.file)"
    }

    /// - Returns: `nil` for a profile without a server.
    func read() throws(AccountError) -> Kept? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes: [UInt8]
        do throws(FileFailure) { bytes = try WholeFile(path).read(atMost: 1 << 20) } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        guard var account = try? JSONDecoder().decode(Kept.self, from: Data(bytes)), account.isValid
        else { throw .damaged(path: path, option: profile.option) }
        account.loginOptions = profile.option
        return account
    }

    /// Replaces the file atomically.
    func write(_ account: Kept) throws(AccountError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do throws(FileFailure) {
            guard let bytes = try? encoder.encode(account) else { throw FileFailure(EINVAL) }
            try WholeFile(path).replace(Array(bytes), isPrivate: true)
        } catch {
            throw .unwritable(path: path, reason: error.reason)
        }
    }

    func remove() throws(AccountError) {
        guard unlink(path) == 0 else { throw .unwritable(path: path, reason: FileFailure().reason) }
    }
}

/// An error about a profile's account.
enum AccountError: CommandFailure {
    case unreadable(path: String, reason: String)
    case damaged(path: String, option: String)
    case unwritable(path: String, reason: String)
    case loggedIn(String, profile: String)
    /// The invitation or the login belongs to another user.
    case otherUser(String, profile: String, owner: String)
    case notLoggedIn(profile: String)
    /// The profile has chats with the bots of the embedded backend.
    case otherChats(profile: String)
    /// The store belongs to another account.
    case otherOwner(String, account: String)
    /// The export belongs to another account; `nil` means the built-in bots.
    case otherExport(of: String?, profile: String, owner: String?)
    case noInvitation
    case noPassword
    case noToken
    case noAuthority(path: String)
}

/// The messages, each with what to do.
extension AccountError {
    var exitCode: ExitCode {
        switch self {
        case .damaged: .data
        case .unwritable: .cannotCreate
        case .loggedIn, .notLoggedIn, .otherChats, .otherUser, .otherOwner, .otherExport: .refused
        case .noInvitation, .noAuthority, .noPassword, .noToken, .unreadable: .noInput
        }
    }

    var sentence: String {
        switch self {
        case .unreadable(let path, let reason): "Cannot read \(path): \(reason)."
        case .damaged(let path, let option):
            "The file \(path) is damaged. Remove it, then log in again: telex login URL\(option)"
        case .unwritable(let path, let reason):
            "Cannot write \(path): \(reason). Check that its folder is writable."
        case .loggedIn(let owner, let profile):
            "The profile \"\(profile)\" is logged in as \(owner). "
                + "Log out first with telex logout\(Profile.option(profile)), "
                + "or choose another profile with --profile."
        case .notLoggedIn(let profile): "The profile \"\(profile)\" is not logged in."
        case .otherChats(let profile):
            "The profile \"\(profile)\" already has chats with the built-in bots. "
                + "Choose another profile with --profile NAME, and use it each time you start telex."
        case .otherUser(let user, let profile, let owner):
            "That login belongs to \(user), but the profile \"\(profile)\" belongs to \(owner). Choose another profile with "
                + "--profile NAME. If you used an invitation, ask for a new one."
        case .otherOwner(let owner, let account):
            "The store belongs to \(owner), not to \(account). Use the profile of \(owner), or another --store."
        case .otherExport(let exported, let profile, let owner):
            "The export belongs to \(exported ?? "the built-in bots"), and the profile \"\(profile)\" to "
                + "\(owner ?? "the built-in bots"). Import it into another profile, with --profile NAME."
        case .noAuthority(let path): "Cannot use \(path) for --ca: it must be a file with a certificate in PEM format."
        case .noPassword: "No password. Write it to the standard input."
        case .noToken: "No access token. Write it to the standard input."
        case .noInvitation:
            "No invitation. Write it to the standard input, or use --invitation. "
                + "The server's operator creates one with: telex-server user add NAME"
        }
    }
}
