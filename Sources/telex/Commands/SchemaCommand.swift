import ArgumentParser
import Foundation
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex schema`: prints the JSON Schema of all lines.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema (2020-12) of all lines.",
        discussion: """
            The schema describes the lines that telex pipe reads ($defs/LineIn) and writes ($defs/LineOut), those of recordings \
            ($defs/RecordingLine), and those of telex export ($defs/ExportLine).
            """)

    @Flag(help: "Print a reference of all lines, events, views and members instead, as Markdown.")
    var reference = false

    @Flag(help: "Print a reference of the REPL's commands instead, as Markdown.")
    var commands = false

    func validate() throws {
        if reference, commands { throw ValidationError("--reference and --commands cannot be used together.") }
    }

    func run() throws {
        let text = reference ? ProtocolReference.text : commands ? CommandReference.text : ProtocolSchema.text
        try FileOutput.standard.write(text)
    }
}
