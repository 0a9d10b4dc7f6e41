import ArgumentParser
import Foundation
import TelexCompletion
import TelexServer

/// `telex-server user`: manages the users, even while the server runs.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Add, invite, list, log out and remove users, also while the server runs.",
        subcommands: [Add.self, Invite.self, List.self, Revoke.self, Remove.self])

    /// Completes the names of users in the default file.
    private static let known = CompletionKind.names { _, _ in
        var names: [String] = []
        try? StoreOptions.parse([]).using { names = try Accounts($0).all().map(\.name) }
        return names
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user, and print a one-time invitation for: telex login URL")

        @Argument(help: ArgumentHelp("The user name: up to 32 of a-z, 0-9, '.', '_' and '-'.", valueName: "name"))
        var name: String
        @Option(help: ArgumentHelp("The name that others see. Default: the user name.", valueName: "name"))
        var display: String?
        @OptionGroup var storage: StoreOptions

        func run() throws {
            try storage.using(makes: true) { print(try Accounts($0).add(name, display: display).text) }
        }
    }

    struct Invite: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new one-time invitation for a user, such as for another device.")

        @Argument(help: ArgumentHelp("The user name.", valueName: "name"), completion: known) var name: String
        @OptionGroup var storage: StoreOptions

        func run() throws { try storage.using { print(try Accounts($0).invite(name).text) } }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print each user: name, tab, display name.")

        @OptionGroup var storage: StoreOptions

        func run() throws {
            try storage.using { for user in try Accounts($0).all() { print("\(user.name)\t\(user.display)") } }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke all tokens and invitations of a user. Open connections end within seconds.")

        @Argument(help: ArgumentHelp("The user name.", valueName: "name"), completion: known) var name: String
        @OptionGroup var storage: StoreOptions

        func run() throws { try storage.using { try Accounts($0).revoke(name) } }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a user, and all their chats with one other person, from the server.",
            discussion: """
                The other people in those chats lose them on the server, too, and are told if they are online. Copies on \
                devices stay. In groups, the \
                user's messages stay under the user name, which is never given to anybody else.
                """)

        @Argument(help: ArgumentHelp("The user name.", valueName: "name"), completion: known) var name: String
        @Flag(help: "Delete. Without this flag, only report what would be deleted.") var forGood = false
        @OptionGroup var storage: StoreOptions

        func run() throws {
            try storage.using { store in
                let removal = try Removal(name, store)
                let groups =
                    switch removal.groups {
                    case 0: ""
                    case 1: ", and the membership of 1 group, which keeps the messages"
                    default: ", and the memberships of \(removal.groups) groups, which keep the messages"
                    }
                let chats = "\(removal.chats) chat\(removal.chats == 1 ? "" : "s")"
                let what =
                    "\(name), with \(chats) and \(removal.messages) message\(removal.messages == 1 ? "" : "s")\(groups)"
                if forGood {
                    try removal.carryOut()
                    print("deleted: \(what)")
                } else {
                    print("would delete: \(what)")
                    ServerCommand.warn("nothing was deleted. To delete: telex-server user remove \(name) --for-good")
                    throw ExitCode(64)
                }
            }
        }
    }
}
