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
            ($defs/RecordingLine), those of telex export ($defs/ExportLine), the first line to the socket of a running telex \
            ($defs/JoinLine), those of telex attach --json ($defs/AttachedProgram), and the scenarios and results of telex try \
            ($defs/ScenarioLine, $defs/TrialResult). Code generators make better code of one part.

            EXAMPLE:
              telex schema --of out
            """)

    @Option(
        help: ArgumentHelp(
            "Print the schema of one part: in, out, recording, export, join, attach, scenario or result.",
            valueName: "part"))
    var of: ProtocolSchema.Part?

    @Flag(help: "Print a reference of all lines, events, views and members instead, as Markdown.")
    var reference = false

    @Flag(help: "Print a reference of the REPL's commands instead, as Markdown.")
    var commands = false

    func validate() throws {
        if of != nil, reference || commands {
            throw ValidationError("--of cannot be used with --reference or --commands.")
        }
        if reference, commands { throw ValidationError("--reference and --commands cannot be used together.") }
    }

    func run() throws {
        let text = reference ? ProtocolReference.text : commands ? CommandReference.text : ProtocolSchema.text(of: of)
        try FileOutput.standard.write(text)
    }
}

extension ProtocolSchema.Part: ExpressibleByArgument {}
