import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexWire

/// `telex replay`: replays a recording.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording: print the same lines, and do nothing else.",
        discussion: """
            Record with --record FILE. A replay needs no store and no network.

            EXAMPLE:
              telex pipe --record session.rec < events.jsonl > views.jsonl
              telex replay --verify views.jsonl session.rec
            """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"), completion: .file())
    var recording: String

    @Option(
        help: ArgumentHelp(
            "Print nothing, and report the first line that differs from this file.", valueName: "output"),
        completion: .file())
    var verify: String?

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let lines = try FileLines(recording)
        let comparison = try verify.map { Comparison(try FileLines($0)) }
        let sink: any ByteSink = comparison ?? FileOutput.standard
        try Replay.play(
            { () throws(RecordingError) in lines.next() }, to: { LineOutput(sink, $0, pace: .shared) })
        if let difference = comparison?.finish() { throw CommandError(difference, .differs) }
    }
}

/// The lines of a file.
private final class FileLines {
    private let bytes: [UInt8]
    private var index = 0

    init(_ path: String) throws(RecordingError) {
        // A pipe is read, too, as in telex replay <(zcat session.rec.gz).
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: FileFailure().reason) }
        defer { close(descriptor) }
        do { bytes = try FileInput(descriptor: descriptor).rest() } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }

    func next() -> ArraySlice<UInt8>? {
        guard index < bytes.count else { return nil }
        let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.endIndex
        defer { index = min(end + 1, bytes.count) }
        return bytes[index..<end]
    }
}

/// Compares the output of a replay with the lines of a file.
private final class Comparison: ByteSink, @unchecked Sendable {  // only one thread writes
    private let expected: FileLines
    private var number = 0
    private var difference: String?

    init(_ expected: FileLines) { self.expected = expected }

    /// - Parameter bytes: whole lines.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while difference == nil, let end = rest.firstIndex(of: 0x0A) {
            compare(rest[..<end])
            rest = rest[(end + 1)...]
        }
    }

    private func compare(_ actual: ArraySlice<UInt8>) {
        number += 1
        guard let line = expected.next() else { return note("the replay has more lines than the output", [], actual) }
        if line != actual { note("they differ", line, actual) }
    }

    /// Returns the first difference, after the whole replay; `nil` if there is none.
    func finish() -> String? {
        if difference == nil, expected.next() != nil {
            difference = "Line \(number + 1): the output has more lines than the replay."
        }
        return difference
    }

    private func note(_ what: String, _ expected: ArraySlice<UInt8>, _ actual: ArraySlice<UInt8>) {
        let (expected, actual) = (String(decoding: expected, as: UTF8.self), String(decoding: actual, as: UTF8.self))
        difference = "Line \(number): \(what).\n  output: \(expected)\n  replay: \(actual)"
    }
}
