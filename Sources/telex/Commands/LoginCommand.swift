import ArgumentParser
import Foundation
import TelexClient
import TelexCore
import TelexMatrix
import TelexNetwork
import TelexRuntime
import TelexStorage

/// `telex login`: logs a profile in to a server.
struct LoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in to a telex-server or a Matrix homeserver.",
        discussion: """
            Reads the invitation from the standard input. The server's operator creates it with telex-server user add \
            NAME. With --matrix it reads the password of --user, or with --token an access token. The profile then belongs \
            to that account.

            EXAMPLES:
              telex login http://127.0.0.1:8520 --profile work
              telex login --matrix https://matrix.org --user ada --profile matrix
            """)

    @Argument(help: ArgumentHelp("The server, such as http://127.0.0.1:8520.", valueName: "url")) var url: String
    @OptionGroup var choice: ProfileOptions
    @Option(
        help: ArgumentHelp(
            "The invitation. Other users of this machine can see it in the process list.", valueName: "code"))
    var invitation: String?

    @Flag(help: "Treat the address as a Matrix homeserver, or a domain that has one.") var matrix = false
    @Option(help: ArgumentHelp("The user name: ada, or @ada:example.org.", valueName: "name")) var user: String?
    @Flag(help: "Read an access token instead of a password. No other client may use it.") var token = false
    @Flag(
        help:
            "Accept a token whose device has encryption keys. A client that uses the device loses the keys of messages."
    )
    var force = false

    @Option(
        help: ArgumentHelp(
            "Trust this certificate authority (PEM) instead of those of the system.",
            valueName: "file"),
        completion: .file())
    var ca: String?

    func validate() throws {
        if ServerAddress.normalized(server) == nil {
            // A password in it is not repeated.
            let given = url.contains("@") ? "An address with a user name" : "\"\(url)\""
            throw ValidationError("\(given) is not the address of a server. Give one such as http://127.0.0.1:8520.")
        }
        if ca != nil, url.lowercased().hasPrefix("http:") {
            throw ValidationError("--ca works only with https, and \(url) does not use it.")
        }
        if !matrix, user != nil || token { throw ValidationError("--user and --token need --matrix.") }
        if force, !token { throw ValidationError("--force works only with --token.") }
        if matrix, invitation != nil { throw ValidationError("--invitation cannot be used with --matrix.") }
        if matrix, user?.isEmpty ?? true, !token { throw ValidationError("--matrix needs --user NAME, or --token.") }
        if user != nil, token { throw ValidationError("A token already names its user. Leave out --user.") }
    }

    func run() throws {
        try AsyncWork.wait { if matrix { try await logInToMatrix() } else { try await logInToServer() } }
    }

    /// The address as typed. Matrix names a homeserver by its domain.
    private var server: String { matrix && !url.contains("://") ? "https://\(url)" : url }

    private var address: String { ServerAddress.normalized(server) ?? server }

    private func logInToServer() async throws {
        let file = AccountFile<Account>(choice.place)
        let before = try file.read()
        if let before, before.url != address { throw AccountError.loggedIn(before.owner, profile: choice.profile) }
        if let other = try AccountFile<MatrixAccount>(choice.place).read() {
            throw AccountError.loggedIn(other.owner, profile: choice.profile)
        }
        let profile = try LoginProfile(choice)
        let account = try await profile.logIn {
            let account = try await Account.logIn(
                url: address, invitation: try secret("Invitation", invitation, or: .noInvitation),
                authority: try authority())
            try await profile.assign(account, file, user: account.user) { try? await $0.logOut() }
            return account
        }
        if let before { try? await before.logOut() }
        profile.leave { Failures.say("logged in as \(account.name) (\(account.user)) at \(account.url)") }
    }

    private func logInToMatrix() async throws {
        let file = AccountFile<MatrixAccount>(choice.place)
        let before = try file.read()
        if let other = try AccountFile<Account>(choice.place).read() {
            throw AccountError.loggedIn(other.owner, profile: choice.profile)
        }
        let profile = try LoginProfile(choice)
        let account = try await profile.logIn {
            let proof: MatrixAccount.Proof =
                token
                ? .token(try secret("Access token", nil, or: .noToken), isForced: force)
                : .password(try secret("Password", nil, or: .noPassword), user: user ?? "")
            let account = try await MatrixAccount.logIn(
                url: address, proof, device: before?.device ?? profile.device, authority: try authority())
            // Do not log out of a token that another client has created.
            try await profile.assign(account, file, user: account.user) { if !token { try? await $0.logOut() } }
            return account
        }
        try profile.note(device: account.device)
        profile.leave { Failures.say("logged in as \(account.user) at \(account.url)") }
    }

    private func authority() throws(AccountError) -> String? {
        guard let ca else { return nil }
        guard let text = try? String(contentsOf: URL(fileURLWithPath: ca), encoding: .utf8), Account.isAuthority(text)
        else { throw .noAuthority(path: ca) }
        return text
    }

    /// Returns `given`, or else a line of the standard input. A terminal does not echo Matrix secrets.
    private func secret(_ what: String, _ given: String?, or missing: AccountError) throws(AccountError) -> String {
        if let given { return given }
        let isTerminal = isatty(STDIN_FILENO) == 1
        if isTerminal { FileOutput.warn("\(what): ") }
        let text = isTerminal && matrix ? Hidden.line() : readLine()
        let secret = text?.trimmingCharacters(in: matrix ? .newlines : .whitespaces) ?? ""
        if secret.isEmpty { throw missing }
        return secret
    }
}

/// `telex logout`: logs a profile out.
struct LogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out of the server. The chats stay on disk.")

    @OptionGroup var choice: ProfileOptions
    @Flag(help: "Do not contact the server, for example because it no longer exists.") var forget = false

    func run() throws {
        guard let account = try choice.place.account() else {
            throw AccountError.notLoggedIn(profile: choice.profile)
        }
        try AsyncWork.wait { try await leave(account) }
    }

    private func leave<Kept: ProfileAccount>(_ account: Kept) async throws {
        let lock = try StoreLock(choice.place.storePath)
        if !forget { try await account.logOut() }
        try AccountFile<Kept>(choice.place).remove()
        withExtendedLifetime(lock) { Failures.say("logged out from \(account.url)") }
    }
}
