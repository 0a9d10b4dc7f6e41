import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexWire

/// `telex replay`: plays a recording.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a recording: the same lines come out, and nothing else happens.",
        discussion: """
            Record with --record FILE. A replay needs no store and no network.

            EXAMPLE:
              telex pipe --record session.rec < events.jsonl > views.jsonl
              telex replay --verify views.jsonl session.rec
            """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"), completion: .file())
    var recording: String

    @Option(
        help: ArgumentHelp("Print nothing, but say at which line this output differs.", valueName: "output"),
        completion: .file())
    var verify: String?

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let lines = try FileLines(recording)
        guard let verify else {
            return try Replay.play(
                { () throws(RecordingError) in lines.next() }, to: { LineOutput(FileOutput(STDOUT_FILENO), $0) })
        }
        let expected = try FileLines(verify)
        var comparison: LineComparison?
        try Replay.play(
            { () throws(RecordingError) in lines.next() },
            to: { updates in
                let made = LineComparison(expected, updates)
                comparison = made
                return made
            })
        if let difference = comparison?.finish() {
            Failures.say(difference)
            throw ExitCodes.differs
        }
    }
}

/// The lines of a file.
private final class FileLines {
    private let bytes: [UInt8]
    private var index = 0

    init(_ path: String) throws(RecordingError) {
        do { bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }

    func next() -> ArraySlice<UInt8>? {
        guard index < bytes.count else { return nil }
        let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.endIndex
        defer { index = min(end + 1, bytes.count) }
        return bytes[index..<end]
    }
}

/// Compares the lines that come out of a replay with those of a file.
private final class LineComparison: LineSink, Outlet {
    private let expected: FileLines
    private var encoder: LineEncoding
    private var number = 0
    private var difference: String?

    init(_ expected: FileLines, _ updates: Updates) {
        self.expected = expected
        encoder = LineEncoding(updates)
    }

    func write(_ line: OutLine) {
        for actual in encoder.encode(line).split(separator: 0x0A) { compare(Array(actual)) }
    }

    private func compare(_ actual: [UInt8]) {
        guard difference == nil else { return }
        number += 1
        guard let line = expected.next() else { return note("the replay goes on where the output ends", "", actual) }
        if !line.elementsEqual(actual) { note("they differ", String(decoding: line, as: UTF8.self), actual) }
    }

    func release() {}
    func discard() {}

    /// What differs, once everything was played.
    func finish() -> String? {
        if difference == nil, expected.next() != nil { difference = "Line \(number + 1): the output goes on." }
        return difference
    }

    private func note(_ what: String, _ expected: String, _ actual: [UInt8]) {
        difference =
            "Line \(number): \(what).\n  output: \(expected)\n  replay: \(String(decoding: actual, as: UTF8.self))"
    }
}
