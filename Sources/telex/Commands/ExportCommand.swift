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

    @Argument(help: ArgumentHelp("The file to create. Default: the standard output."), completion: .file()) var file:
        String?

    func run() throws {
        guard let path = storage.path(isVirtual: false) else {
            throw ValidationError("A store in memory has nothing to export. Leave out --store, or name a file.")
        }
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
            extent = try write(store, to: FileOutput(STDOUT_FILENO))
        }
        if extent != .whole { throw PartialExport(path: path, extent: extent) }
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
}

/// Reports an incomplete export.
struct PartialExport: Error, CustomStringConvertible {
    let path: String
    let extent: StoreExport.Extent

    var description: String {
        extent == .known
            ? "The store \(path) was written by another version of Telex: only what this version knows was exported. "
                + "Use the other version to export everything."
            : "The store \(path) is damaged: only what can be read was exported. It is unchanged. Move it away, then "
                + "import the export with telex import FILE."
    }
}

extension FileOutput {
    /// Creates a file that only its owner can read. Throws if the file exists.
    static func new(_ path: String) throws(StoreError) -> FileOutput {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { return FileOutput(descriptor) }
        throw .notMade(path: path, reason: String(cString: strerror(errno)))
    }
}
