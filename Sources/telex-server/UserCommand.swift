import ArgumentParser
import Foundation
import TelexServer

/// `telex-server user`: who may log in. It may be used while the server runs.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Add, invite, list and lock out users; also while the server runs.",
        subcommands: [Add.self, Invite.self, List.self, Revoke.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user; prints a one-time invitation for: telex login URL")

        @Argument(help: ArgumentHelp("The user name: up to 32 of a-z, 0-9, '.', '_' and '-'.", valueName: "name"))
        var name: String
        @Option(help: ArgumentHelp("The name that others read; the user name if left away.", valueName: "name"))
        var display: String?
        @OptionGroup var storage: StoreOptions

        func run() throws { print(try Accounts(try storage.open()).add(name, display: display).text) }
    }

    struct Invite: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new one-time invitation for a user, for another device, say.")

        @Argument(help: ArgumentHelp("The user name.", valueName: "name")) var name: String
        @OptionGroup var storage: StoreOptions

        func run() throws { print(try Accounts(try storage.open(makes: false)).invite(name).text) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print each user: name, tab, display name.")

        @OptionGroup var storage: StoreOptions

        func run() throws {
            for user in try Accounts(try storage.open(makes: false)).all() { print("\(user.name)\t\(user.display)") }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take all tokens and invitations of a user back; open connections end within seconds.")

        @Argument(help: ArgumentHelp("The user name.", valueName: "name")) var name: String
        @OptionGroup var storage: StoreOptions

        func run() throws { try Accounts(try storage.open(makes: false)).revoke(name) }
    }
}
