import ArgumentParser
import Foundation
import TelexClient
import TelexRuntime
import TelexStorage
import TelexWire

/// `telex export`: writes everything that a profile stores, as JSON lines.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all chats, messages, contacts and reminders as JSON lines.",
        discussion: """
            Changes nothing, and can run beside another telex. telex schema describes the lines ($defs/ExportLine). If the \
            store is damaged, or was written by a newer telex, the export has what can be read, and the exit code is 65.

            EXAMPLE:
              telex export chats.jsonl
              telex import --profile other chats.jsonl
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions

    @Argument(help: ArgumentHelp("The file to create. Default, and -: the standard output."), completion: .file())
    var target: String?

    /// The file; `nil` for the standard output.
    private var file: String? { target == "-" ? nil : target }

    func run() throws {
        let path = try storage.file(orSay: "has nothing to export")
        signal(SIGPIPE, SIG_IGN)
        let store = try StoreExport(path: path)
        let extent: StoreExport.Extent
        if let file {
            let output = try FileOutput.new(file)
            do { extent = try write(store, to: output) } catch {
                // Remove a partial file, since it could pass for a whole export.
                unlink(file)
                throw error
            }
        } else {
            extent = try write(store, to: FileOutput.standard)
        }
        if extent != .whole { throw Self.incomplete(path, extent) }
    }

    private func write(_ store: StoreExport, to output: FileOutput) throws -> StoreExport.Extent {
        var writer = ExportWriter(output)
        var progress = Progress("lines exported", isAlone: file != nil || isatty(STDOUT_FILENO) == 0)
        defer { progress.finish() }
        try writer.write(.header(ExportHeader(owner: store.value(Account.ownerName))))
        let extent = try store.read {
            try writer.write(.item($0))
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
