import ArgumentParser
import Foundation
import TelexRuntime
import TelexWire

/// `telex schema`: the description of every line.
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

    func run() throws {
        try FileOutput(STDOUT_FILENO).write(Array((reference ? ProtocolReference.text : ProtocolSchema.text).utf8))
    }
}
