import ArgumentParser
import Foundation
import TelexServer

/// `telex-server user`: who may log in. It may be used while the server runs.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Add, invite, list, lock out and remove users; also while the server runs.",
        subcommands: [Add.self, Invite.self, List.self, Revoke.self, Remove.self])

    /// Those whom the file has that is used without --store.
    private static let known = CompletionKind.custom { _, _, _ in
        var names: [String] = []
        try? StoreOptions.parse([]).using { names = try Accounts($0).all().map(\.name) }
        return names
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user; prints a one-time invitation for: telex login URL")

        @Argument(help: ArgumentHelp("The user name: up to 32 of a-z, 0-9, '.', '_' and '-'.", valueName: "name"))
        var name: String
        @Option(help: ArgumentHelp("The name that others read; the user name if left away.", valueName: "name"))
        var display: String?
        @OptionGroup var storage: StoreOptions

        func run() throws {
            try storage.using(makes: true) { print(try Accounts($0).add(name, display: display).text) }
        }
    }

    struct Invite: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new one-time invitation for a user, for another device, say.")

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
            abstract: "Take all tokens and invitations of a user back; open connections end within seconds.")

        @Argument(help: ArgumentHelp("The user name.", valueName: "name"), completion: known) var name: String
        @OptionGroup var storage: StoreOptions

        func run() throws { try storage.using { try Accounts($0).revoke(name) } }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a user and all their chats of two from the server, for good.",
            discussion: """
                Whoever else is in those chats loses them on the server, too; what devices have kept stays there. From \
                groups they are taken out; what they have written there stays, under the user name, which is not given \
                again.
                """)

        @Argument(help: ArgumentHelp("The user name.", valueName: "name"), completion: known) var name: String
        @Flag(help: "Do it; without this it is only said what would be deleted.") var forGood = false
        @OptionGroup var storage: StoreOptions

        func run() throws {
            try storage.using { store in
                let removal = try Removal(name, store)
                let groups = removal.groups == 0 ? "" : ", and out of \(removal.groups) groups, where their words stay"
                let what = "\(name), with \(removal.chats) chats and \(removal.messages) messages\(groups)"
                if forGood {
                    try removal.carryOut()
                    print("deleted: \(what)")
                } else {
                    print("would delete: \(what)")
                    let advice = "nothing was deleted; to do it: telex-server user remove \(name) --for-good\n"
                    FileHandle.standardError.write(Data("telex-server: \(advice)".utf8))
                    throw ExitCode(64)
                }
            }
        }
    }
}
