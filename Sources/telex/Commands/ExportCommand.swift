import ArgumentParser
import Foundation
import TelexClient
import TelexCore
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// `telex export`: writes everything that a profile stores, as JSON lines.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all chats, messages, contacts and reminders as JSON lines, or the messages as text.",
        discussion: """
            Changes nothing, and can run beside another telex. telex schema describes the lines ($defs/ExportLine). If the \
            store is damaged, or was written by a newer telex, the export has what can be read, and the exit code is 65. Messages of people \
            whom you ignore are marked: with "isIgnored", or with (ignored) after the name. "ignoredReactorIds" has those of \
            them who reacted to a message.

            EXAMPLE:
              telex export chats.jsonl
              telex import --profile other chats.jsonl
              telex export --format text | grep -i invoice
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions

    @Argument(help: ArgumentHelp("The file to create. Default, and -: the standard output."), completion: .file())
    var target: PathArgument?

    @Option(
        help: "jsonl, which telex import reads, or text: a line for each message, chat by chat, the oldest first.")
    var format = LogFormat.jsonl

    /// The file; `nil` for the standard output.
    private var file: PathBytes? { target.flatMap { $0.isStandard ? nil : $0.path } }

    func run() throws {
        let path = try storage.file(orSay: "has nothing to export")
        signal(SIGPIPE, SIG_IGN)
        let store = try StoreExport(path: path)
        let extent: StoreExport.Extent
        let write = format == .text ? writeText : write
        if let file {
            let output = try FileOutput.new(file)
            do { extent = try write(store, output) } catch {
                // Remove a partial file, since it could pass for a whole export.
                file.withPointer { _ = unlink($0) }
                throw error
            }
        } else {
            extent = try write(store, FileOutput.standard)
        }
        if extent != .whole { throw Self.incomplete(path, extent) }
    }

    /// Writes the messages as lines of a log.
    private func writeText(_ store: StoreExport, _ output: FileOutput) throws -> StoreExport.Extent {
        let region = try Arguments.current.session(storage.choice).region
        var chat: Chat?
        let ignored = try store.ignored()
        return try store.read { item in
            switch item {
            case .chat(let stored): chat = stored.chat
            case .message(let message):
                let said = MessagesViewModelBuilder.said(message, chat?.members ?? Members())
                try output.write(
                    LogText.line(
                        date: message.date, chat: chat?.title ?? message.chat.text,
                        sender: LogText.sender(said.sender, isIgnored: ignored.holds(message)),
                        kind: message.kind, text: said.text, message.spans, region))
            case .gap, .contact, .reminder, .ignored: break
            }
        }
    }

    private func write(_ store: StoreExport, _ output: FileOutput) throws -> StoreExport.Extent {
        var writer = ExportWriter(output)
        var progress = Progress("lines exported", isAlone: file != nil || isatty(STDOUT_FILENO) == 0)
        defer { progress.finish() }
        try writer.write(.header(ExportHeader(owner: store.value(Account.ownerName))))
        let ignored = try store.ignored()
        let extent = try store.read { item in
            if case .message(let message) = item {
                let marks = IgnoredMarks(message, ignored)
                try writer.write(marks == IgnoredMarks() ? .item(item) : .markedMessage(message, marks))
            } else {
                try writer.write(.item(item))
            }
            progress.step()
        }
        try writer.write(.end(isWhole: extent == .whole))
        try writer.flush()
        return extent
    }

    private static func incomplete(_ path: String, _ extent: StoreExport.Extent) -> CommandError {
        let sentence =
            extent == .known
            ? "The store \(path) was written by another version of Telex: only what this version knows was exported. "
                + "Use the other version to export everything."
            : "The store \(path) is damaged: only what can be read was exported. It is unchanged. Move it away, then "
                + "import the export with \(StoreError.importCommand(path))."
        return CommandError(sentence, .data)
    }
}
