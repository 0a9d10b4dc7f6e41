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
            folder, a number is added to the name. With - as the path, it writes the file to the standard output. If a telex is running on the profile, its --fetch and --keep-files count.

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
        help: ArgumentHelp(
            "A new file, or a folder. Default: the working directory. -: the standard output.", valueName: "path"),
        completion: .file())
    var path: PathArgument?

    @OptionGroup(title: "Files") var files: FileOptions

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func validate() throws {
        if path?.path.bytes.isEmpty == true {
            throw ValidationError("The path is empty. Write the path of a new file or of a folder, or leave it out.")
        }
    }

    func run() throws {
        let (name, message) = (chat, MessageID(message))
        let path = path?.path ?? PathBytes(".")
        let isStandard = self.path?.isStandard == true
        try ProfileClient.hold(choice, fetching: files.fetch, keeping: files.room.keepFiles) { client in
            let offline = try client.waitForConnection()
            let key = MessageKey(chat: try client.chat(name).chat, message: message)
            let place = LentFile(creating: path)
            let event: FileEvent =
                isStandard
                ? .fetching(key)
                : .saving(FileSaving(chat: key.chat, message: key.message, path: path.absolute.text))
            let outcome = try client.ask(.file(event), movesFile: true, lending: place)
            guard outcome.kind == .done, let saved = outcome.path else {
                let needsLogin = outcome.fileProblem == .unavailable && offline?.needsLogin == true
                let reason = outcome.reason?.naming(path.absolute)
                throw CommandError(reason ?? ProfileClient.silence, needsLogin ? .refused : outcome.exitCode)
            }
            if isStandard { return try Self.print(saved) }
            let copy = try place.place()
            let bytes = copy.path(of: copy.name ?? PathBytes(saved).parts.name).bytes
            try FileOutput.standard.write(bytes + [0x0A])
        }
    }

    /// Writes a file of the profile to the standard output.
    private static func print(_ path: String) throws {
        let file: OpenFile
        do throws(FileFailure) { file = try OpenFile(reading: PathBytes(path)) } catch {
            throw CommandError("Cannot read \(path): \(error.reason).", .noInput)
        }
        let input = FileInput(descriptor: file.descriptor)
        do { while let piece = try input.piece() { try FileOutput.standard.write(piece) } } catch let error
            as InputFailure
        {
            throw CommandError("Cannot read \(path): \(error.reason).", .inputOutput)
        }
    }
}
