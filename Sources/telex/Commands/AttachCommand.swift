import ArgumentParser
import Foundation
import TelexJSON
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// `telex attach`: lists the programs on a profile, or detaches one.
struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "List the programs that have the profile open, or detach one.",
        discussion: """
            The first line is the owner of the profile. The others have joined it; each has a number, by which it can be \
            detached. A program that is detached ends with exit code 69.

            EXAMPLE:
              telex attach --detach 2
            """)

    @Flag(help: "Print each program as a JSON line.")
    var json = false

    @Option(help: ArgumentHelp("Detach the program with this number.", valueName: "number"))
    var detach: Int?

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func validate() throws {
        if let detach, detach < 1 {
            throw ValidationError(
                "The owner cannot be detached: quit it instead. The numbers of the others begin with 1.")
        }
    }

    func run() throws {
        let lines = try answer()
        let output = FileOutput.standard
        if json { return try output.write(lines.flatMap { Array($0) + [0x0A] }) }
        if detach != nil { return }
        if lines.isEmpty { return Failures.say("No telex has the profile open.") }
        for line in lines {
            guard let program = try? AttachedProgram.read(JSONValue(text: line)) else { continue }
            try output.write("\(Self.text(program))\n")
        }
    }

    /// Asks the owner; returns the lines of its answer. There are none without an owner.
    private func answer() throws -> [ArraySlice<UInt8>] {
        guard let bytes = try ask() else {
            guard let detach else { return [] }
            throw CommandError(
                "No telex has the profile open, so none has the number \(detach).", .unavailable)
        }
        if let refusal = CommandError(owner: bytes) { throw refusal }
        return bytes.split(separator: 0x0A)
    }

    /// Asks the owner. If there is none, another program may be about to take the place of one that has ended.
    ///
    /// - Throws: `StoreError.locked` if the owner has the profile for itself, as with `--record`.
    private func ask() throws -> ArraySlice<UInt8>? {
        let start = Date.steady
        let path = choice.place.storePath
        let request = AttachedRequest(detach: detach ?? 0).jsonLine
        while true {
            if let (_, answer) = try OwnerConnection.ask(choice.place, request, { _ in false }), !answer.isEmpty {
                return answer
            }
            let (isHeld, process) = StoreLock.holder(path)
            let waited = Date.steady.timeIntervalSince(start)
            if !isHeld, waited > 0.3 { return nil }
            // One that has just locked the profile lets others join in a moment.
            if isHeld, waited > 2 { throw StoreError.locked(path: path, process: process) }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    private static let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        .year().month().day().time(includingFractionalSeconds: false)

    /// Returns a program as columns.
    private static func text(_ program: AttachedProgram) -> String {
        let columns = [
            (program.number == 0 ? "owner" : "\(program.number)", width: 5),
            (program.command.map { "telex \(HarmlessText.of($0))" } ?? "another program", 15),
            (program.process.map { "process \($0)" } ?? "unknown process", 15),
            ("since \(program.since.formatted(style))", 0),
        ]
        let text = columns.map { $0.padding(toLength: max($1, $0.count), withPad: " ", startingAt: 0) }
        return text.joined(separator: "  ") + (program.isReadOnly ? "  only looks" : "")
    }
}
