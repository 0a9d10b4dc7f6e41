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
            It describes the lines that telex pipe reads ($defs/in) and writes ($defs/out), those of recordings \
            ($defs/recording), and those of telex export ($defs/export).
            """)

    func run() throws { try FileOutput(STDOUT_FILENO).write(Array(ProtocolSchema.text.utf8)) }
}
