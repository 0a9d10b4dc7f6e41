import ArgumentParser
import Foundation
import TelexClient
import TelexCore
import TelexStorage

/// `telex login`: makes a profile for a server.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in at a telex-server, with an invitation.",
        discussion: """
            The invitation, which the server's operator makes with telex-server user add NAME, is read from the standard \
            input. From then on telex with the same --profile talks with that server.

            EXAMPLE:
              telex login http://127.0.0.1:8520 --profile work
            """)

    @Argument(help: ArgumentHelp("The server, such as http://127.0.0.1:8520.", valueName: "url")) var url: String
    @OptionGroup var choice: ProfileOptions
    @Option(help: ArgumentHelp("The invitation; other users of this machine may see it here.", valueName: "code"))
    var invitation: String?

    @Option(
        help: ArgumentHelp(
            "Trust the certificates that are signed by the one in this file (PEM), instead of those that the system trusts.",
            valueName: "file"))
    var ca: String?

    func validate() throws {
        if Account.address(url) == nil {
            throw ValidationError("\"\(url)\" is no address of a server: give one such as http://127.0.0.1:8520.")
        }
    }

    func run() async throws {
        if ca != nil, url.lowercased().hasPrefix("http:") {
            throw ValidationError("--ca is for https: nothing is checked at \(url).")
        }
        let profile = choice.place
        let file = AccountFile(profile)
        let address = Account.address(url) ?? url
        let before = try file.read()
        if let before, before.url != address { throw AccountError.loggedIn(before, profile: choice.profile) }
        try profile.make()
        let lock = try StoreLock(profile.storePath)
        let store = try SQLiteStore(path: profile.storePath, durability: .full)
        let owner = try store.bookmarks()[Account.bookmark]
        if owner == nil, case .chat(.loaded(let chats)) = try store.load(.chats), !chats.isEmpty {
            throw AccountError.otherChats(profile: choice.profile)
        }
        let authority = try authority()
        let account = try await ServerLogin.logIn(
            url: address, invitation: try invitationText(), authority: authority)
        if let owner, owner != account.owner {
            try? await ServerLogin.logOut(account)
            throw AccountError.otherUser(account.user, profile: choice.profile, owner: owner)
        }
        do {
            try store.commit([.bookmark(name: Account.bookmark, value: account.owner)])
            try file.write(account)
        } catch {
            try? await ServerLogin.logOut(account)
            throw error
        }
        if let before { try? await ServerLogin.logOut(before) }
        withExtendedLifetime(lock) {
            Failures.say("logged in as \(account.name) (\(account.user)) at \(account.url)")
        }
    }

    private func authority() throws(AccountError) -> String? {
        guard let ca else { return nil }
        guard let text = try? String(contentsOf: URL(fileURLWithPath: ca), encoding: .utf8), Account.isAuthority(text)
        else { throw .noAuthority(path: ca) }
        return text
    }

    private func invitationText() throws(AccountError) -> String {
        if let invitation { return invitation }
        if isatty(STDIN_FILENO) == 1 { FileHandle.standardError.write(Data("Invitation: ".utf8)) }
        let text = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
        if text.isEmpty { throw .noInvitation }
        return text
    }
}

/// `telex logout`: gives the login of a profile back.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out: the server forgets this login, and so does the profile; its chats stay.")

    @OptionGroup var choice: ProfileOptions
    @Flag(help: "Do not tell the server, which is gone for good, say.") var forget = false

    func run() async throws {
        let file = AccountFile(choice.place)
        guard let account = try file.read() else { throw AccountError.notLoggedIn(profile: choice.profile) }
        let lock = try StoreLock(choice.place.storePath)
        if !forget { try await ServerLogin.logOut(account) }
        try file.remove()
        withExtendedLifetime(lock) { Failures.say("logged out from \(account.url)") }
    }
}
