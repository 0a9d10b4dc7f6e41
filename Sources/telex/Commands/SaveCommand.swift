import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexRuntime
import TelexTerminal

/// `telex save`: saves the file of a message.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", _superCommandName: "telex",
        abstract: "Save the file of a message.",
        discussion: """
            Downloads the file, unless it is here, and copies it. Prints the path of the copy. Nothing is overwritten: in a \
            folder, a number is added to the name. If a telex is running on the profile, its --fetch and --keep-files count.

            EXAMPLE:
              telex tail --json | jq --unbuffered -r 'select(.kind == "file") | .chatId, .messageId' |
                while read -r chat && read -r message; do telex save -- "$chat" "$message" </dev/null; done
            """)

    @Argument(
        help: "The chat: its id, its title, or the beginning of its title.",
        completion: .names { words, _ in Completions.chats(words, isArgument: true) })
    var chat: String

    @Argument(help: ArgumentHelp("The id of the message, which telex tail prints.", valueName: "message-id"))
    var message: String

    @Argument(
        help: ArgumentHelp("A new file, or a folder. Default: the working directory.", valueName: "path"),
        completion: .file())
    var path: String?

    @OptionGroup(title: "Files") var files: FileOptions

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func validate() throws {
        if path?.isEmpty == true {
            throw ValidationError("The path is empty. Write the path of a new file or of a folder, or leave it out.")
        }
    }

    func run() throws {
        let (name, message) = (chat, MessageID(message))
        let path = path ?? "."
        try ProfileClient.hold(choice, fetching: files.fetch, keeping: files.room.keepFiles) { client in
            let offline = try client.waitForConnection()
            let chat = try client.chat(name)
            let saving = FileSaving(chat: chat.chat, message: message, path: path)
            let outcome = try client.ask(.file(.saving(saving)), movesFile: true)
            guard outcome.kind == .done, let place = outcome.path else {
                let needsLogin = outcome.fileProblem == .unavailable && offline?.needsLogin == true
                throw CommandError(outcome.reason ?? ProfileClient.silence, needsLogin ? .refused : outcome.exitCode)
            }
            try FileOutput.standard.write("\(place)\n")
        }
    }
}
