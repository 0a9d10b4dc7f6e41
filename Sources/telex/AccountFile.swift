import Foundation
import TelexClient
import TelexMatrix
import TelexNetwork
import TelexRuntime
import TelexStorage
import TelexTerminal

/// Who one is on a server: what a profile keeps of it.
protocol ProfileAccount: LinkAccount {
    /// The name of the file in the profile's folder.
    static var file: String { get }
    /// Whom one can chat with.
    static var company: Company { get }
    /// Whether it can be one.
    var isValid: Bool { get }
}

extension Profile {
    /// Who one is on whichever server the profile is logged in to; `nil` if on none.
    func account() throws(AccountError) -> (any ProfileAccount)? {
        if let account = try AccountFile<Account>(self).read() { return account }
        return try AccountFile<MatrixAccount>(self).read()
    }
}

extension Account: ProfileAccount {
    static let file = "account.json"
    static let company = Company.server
    var isValid: Bool { Account.address(url) != nil }
}

extension MatrixAccount: ProfileAccount {
    static let file = "matrix.json"
    static let company = Company.matrix
    var isValid: Bool { Account.address(url) != nil && !token.isEmpty }
}

/// Where a profile keeps who one is on which server, for its owner only.
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
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
            var account = try? JSONDecoder().decode(Kept.self, from: data), account.isValid
        else { throw .unreadable(path: path, option: profile.option) }
        account.loginOptions = profile.option
        return account
    }

    /// Written beside and renamed, so that there is never half of it.
    func write(_ account: Kept) throws(AccountError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(account).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw .unwritable(path: path, reason: FileFailure.reason(error, at: URL(fileURLWithPath: path)))
        }
    }

    func remove() throws(AccountError) {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            throw .unwritable(path: path, reason: FileFailure.reason(error, at: URL(fileURLWithPath: path)))
        }
    }
}

/// What can be wrong with a profile's account.
enum AccountError: Error, Equatable {
    case unreadable(path: String, option: String)
    case unwritable(path: String, reason: String)
    case loggedIn(String, profile: String)
    /// The invitation, or the user who has logged in, was somebody else's.
    case otherUser(String, profile: String, owner: String)
    case notLoggedIn(profile: String)
    /// The profile has chats with the bots of the embedded backend.
    case otherChats(profile: String)
    /// The store is that of somebody else.
    case otherOwner(String, account: String)
    /// The chats of an export are those of somebody else; `nil` stands for the built-in bots'.
    case otherExport(of: String?, profile: String, owner: String?)
    case noInvitation
    case noPassword
    case noToken
    case noAuthority(path: String)
}

/// The sentences, each with what to do.
extension AccountError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let path, let option):
            "\(path) is damaged: remove it, and log in again with telex login\(option)."
        case .unwritable(let path, let reason):
            "\(path) cannot be written: \(reason). Check that its folder is yours to write."
        case .loggedIn(let owner, let profile):
            "The profile \"\(profile)\" is logged in as \(owner). "
                + "Log out first with telex logout\(profile == Profile.standardName ? "" : " --profile \(profile)"), or choose another profile with --profile."
        case .notLoggedIn(let profile): "The profile \"\(profile)\" is not logged in, so nothing was done."
        case .otherChats(let profile):
            "The profile \"\(profile)\" has chats with the built-in bots already. "
                + "Choose another one with --profile NAME, and give the same to telex."
        case .otherUser(let user, let profile, let owner):
            "That is \(user)'s login, but the profile \"\(profile)\" is that of \(owner). Choose another profile with "
                + "--profile NAME; an invitation was used up: ask for another."
        case .otherOwner(let owner, let account):
            "The store is that of \(owner), and not of \(account). "
                + "Give the profile that it belongs to, or another --store."
        case .otherExport(let exported, let profile, let owner):
            "The export is that of \(exported ?? "the built-in bots"), and the profile \"\(profile)\" that of "
                + "\(owner ?? "the built-in bots"). Import it into a profile of its own, with --profile NAME."
        case .noAuthority(let path): "\(path) cannot be used for --ca: it must be a file with a certificate, as PEM."
        case .noPassword: "A password is needed, on the standard input."
        case .noToken: "An access token is needed, on the standard input."
        case .noInvitation:
            "An invitation is needed, on the standard input or as --invitation. "
                + "The server's operator makes one with: telex-server user add NAME"
        }
    }
}
