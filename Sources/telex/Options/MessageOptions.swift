import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexRuntime
import TelexTerminal

/// What a command sends, and to which chat.
struct MessageOptions: ParsableArguments {
    @Argument(
        help: "The chat: its id, its title, or the beginning of its title.",
        completion: .names { words, _ in Completions.chats(words, isArgument: true) })
    var chat: String

    @Argument(
        help: ArgumentHelp(
            "The message; the standard input if it is left out, but for a file. Put -- before a text that may begin with -.",
            valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "Send this file; TEXT then says something about it, and can be left out. -, or a pipe: what comes from it, with --name.",
            valueName: "path"),
        completion: .file())
    var file: PathArgument?

    @Option(help: ArgumentHelp("The name under which the file goes. Default: its own name.", valueName: "name"))
    var name: String?

    @OptionGroup var room: RoomOptions

    @Option(
        help: ArgumentHelp("Answer the message with this id, which telex wait prints.", valueName: "message-id"))
    var replyTo: String?

    @Flag(help: "Only a chat with that id or that whole title; the beginning of a title is not enough.")
    var exact = false

    @Flag(help: "Start the chat if there is none with that id or that whole title.")
    var new = false

    @Option(
        help: ArgumentHelp(
            "Send the message once under this key, however often the command runs. Another message under the same key is "
                + "refused with exit code 76. Telex keeps the last 10,000 keys of a profile.", valueName: "key"))
    var id: String?

    func validate() throws {
        if file?.path.bytes.isEmpty == true {
            throw ValidationError("The path of --file is empty. Write the path of a file.")
        }
        if file?.isStandard == true, name == nil {
            throw ValidationError("--file - sends the standard input, which has no name. Add --name.")
        }
        if name != nil, file == nil { throw ValidationError("--name is the name of a file. Add --file.") }
        if name?.isEmpty == true { throw ValidationError("The name of --name is empty. Write a name.") }
        if let id, !KeyFile.isKey(id) {
            throw ValidationError("--id takes 1 to \(KeyFile.longestKey) bytes.")
        }
    }

    /// - Parameter kind: `text` or `emote`.
    func posting(_ choice: ProfileOptions, as kind: MessageKind = .text) throws -> Posting {
        let text = try text ?? (file == nil ? Self.input() : "")
        if file == nil, text.allSatisfy(\.isWhitespace) {
            throw CommandError(
                "The message is empty. Give a text as an argument, or on the standard input.", .validationFailure)
        }
        let message = OutgoingMessage(
            chat: "", text: text, kind: kind, message: MessageID(RandomIDs().next(order: 0)),
            path: file.map { name ?? $0.path.absolute.text }, replyTo: replyTo.map { MessageID($0) })
        return Posting(
            chat: chat, isExact: exact, startsChat: new, message: message, path: file?.path.absolute,
            changedName: changedName, file: try opening(choice), key: id.map { KeyFile(choice.place, $0) })
    }

    /// What opens the file, each time that the message is asked for; `nil` if there is none.
    private func opening(_ choice: ProfileOptions) throws -> (@Sendable () -> LentFile)? {
        guard let file else { return nil }
        guard let stream = try file.isStandard ? STDIN_FILENO : pipe(file.path) else {
            return { LentFile(reading: file.path) }
        }
        try choice.findFolder()
        let input = try StandardInputFile.read(stream, in: choice.place.folder)
        return { input }
    }

    /// Opens a pipe, such as `/dev/stdin` or that of `<(…)` in a shell, which is read as the standard input is; `nil` for
    /// any other file.
    private func pipe(_ path: PathBytes) throws(CommandError) -> CInt? {
        var status = stat()
        guard path.withPointer({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        if name == nil {
            throw CommandError(
                "\(path.shown) is a pipe, whose content has no name. Add --name.", .validationFailure)
        }
        let descriptor = path.withPointer { open($0, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0 { throw CommandError("Cannot read \(path.shown): \(FileFailure().reason).", .noInput) }
        return descriptor
    }

    /// The name under which the file goes, if it is another than that of `--name`, or of the file.
    var changedName: String? {
        guard let name else { return file.flatMap { FileName.changed($0.path.absolute.text) } }
        let safe = FileName.safe(name)
        return safe == name ? nil : safe
    }

    /// The standard input, without a newline at its end.
    private static func input() throws -> String {
        let input = try FileInput(descriptor: STDIN_FILENO).rest()
        guard var text = String(validating: input, as: UTF8.self) else {
            throw CommandError("The message is not valid UTF-8, so it was not sent.", .validationFailure)
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}
