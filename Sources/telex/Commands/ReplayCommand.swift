import ArgumentParser
import Foundation
import TelexCore
import TelexEmbedded
import TelexJSON
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// `telex replay`: replays a recording.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording: print the same lines, and do nothing else.",
        discussion: """
            Record with --record FILE. A replay needs no store and no network. The other options look into the \
            recording instead of printing the lines.

            A MOMENT is N (after line N of the recording), an RFC 3339 date (after everything that had come by then), \
            seq:N (after the line that printed output line N), or id:X (after the answer to request X).

            EXAMPLE:
              telex pipe --record session.rec < events.jsonl > views.jsonl
              telex replay --verify views.jsonl session.rec
              telex replay --at seq:12 --view messages --text session.rec
              telex replay --why messages:ada/m1/state session.rec
              telex replay --redact session.rec > shared.rec
              telex replay --until id:b --then what-if.jsonl session.rec
            """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"), completion: .file())
    var recording: String

    @Option(
        help: ArgumentHelp(
            "Print nothing, and report the first line that differs from this file.", valueName: "output"),
        completion: .file())
    var verify: String?

    @Flag(help: "List the lines of the recording, each with the lines that it printed.")
    var list = false

    @Option(
        help: ArgumentHelp("Print the views at this moment, subscribed or not.", valueName: "moment"),
        transform: Self.moment)
    var at: Moment?

    @Option(
        help: ArgumentHelp("List the changes between two moments, as a patch (RFC 6902).", valueName: "from..to"),
        transform: Self.span)
    var diff: Span?

    @Option(
        help: ArgumentHelp(
            "List each change of a member, and the line that made it: VIEW:MEMBER, VIEW:ROW/MEMBER or "
                + "messages:CHAT/MESSAGE/MEMBER. Write a slash in an id as ~1, and a tilde as ~0.",
            valueName: "member"),
        transform: Self.path)
    var why: MemberPath?

    @Flag(
        help: ArgumentHelp(
            "Print a recording that you can give away: the same lines, with every word, name and id replaced by another "
                + "one of the same length. Dates and the time zone stay."))
    var redact = false

    @Option(
        help: ArgumentHelp("For --at and --diff: the view.", valueName: "view"),
        completion: .list(ViewName.allCases.map(\.rawValue)), transform: Self.view)
    var view: ViewName?

    @Option(help: ArgumentHelp("For --view messages and members: the id of the chat.", valueName: "chat"))
    var chat: String?

    @Flag(help: "For --at: print the view as text, as telex show does.")
    var text = false

    @Option(
        help: ArgumentHelp(
            "With --then: play up to this moment, print nothing of it, and go on from there.", valueName: "moment"),
        transform: Self.moment)
    var until: Moment?

    @Option(
        help: ArgumentHelp(
            "Go on with the lines of this file, or of the standard input with -, as telex pipe --clock virtual does with "
                + "the built-in bots.", valueName: "input"),
        completion: .file())
    var then: String?

    /// Two moments.
    struct Span {
        let from, to: Moment
    }

    func validate() throws {
        let modes = [verify != nil, list, at != nil, diff != nil, why != nil, redact, until != nil].filter { $0 }
        if modes.count > 1 {
            throw ValidationError("Use only one of --verify, --list, --at, --diff, --why, --redact and --until.")
        }
        if view != nil, at == nil, diff == nil { throw ValidationError("--view needs --at or --diff.") }
        if diff != nil, view == nil { throw ValidationError("--diff needs --view.") }
        if chat != nil, view == nil { throw ValidationError("--chat needs --view.") }
        if (until == nil) != (then == nil) { throw ValidationError("Use --until and --then together.") }
        if text, at == nil || view == nil { throw ValidationError("--text needs --at and --view.") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let lines = try FileLines(recording)
        if list { return try printSteps(Rewind(lines)) }
        if let at { return try printViews(Rewind(lines), at) }
        if let diff { return try printDifference(lines, diff) }
        if let why { return try printChanges(Rewind(lines), why) }
        if redact { return try printRedacted(lines) }
        if let until, let then { return try goOn(Rewind(lines, continues: true), until, then) }
        let comparison = try verify.map { Comparison(try FileLines($0)) }
        let sink: any ByteSink = comparison ?? FileOutput.standard
        var rest = lines
        try Replay.play(
            { () throws(RecordingError) in rest.next() }, to: { LineOutput(sink, $0, pace: .shared) })
        if let difference = comparison?.finish() { throw CommandError(difference, .differs) }
    }

    // MARK: Looking into the recording

    private func printSteps(_ rewind: Rewind) throws {
        let output = FileOutput.standard
        while let step = try rewind.step() { try output.write(StepText.lines(step)) }
    }

    private func printViews(_ rewind: Rewind, _ moment: Moment) throws {
        try rewind.play(to: moment)
        guard let view else {
            for shown in rewind.views { try FileOutput.standard.write(shown.line.bytes + [0x0A]) }
            return
        }
        guard let shown = rewind.view(view, chat: chat) else { throw notShown(view, moment) }
        guard text else { return try FileOutput.standard.write(shown.json.bytes + [0x0A]) }
        let text = ViewText.text(shown.model, rewind.hasBots ? .bots : .server) ?? ""
        try FileOutput.standard.write(isatty(STDOUT_FILENO) == 1 ? HarmlessText.ofLines(text) : text)
    }

    private func printDifference(_ lines: FileLines, _ span: Span) throws {
        guard let view else { return }
        let (old, new) = (try Rewind(lines), try Rewind(lines))
        try old.play(to: span.from)
        try new.play(to: span.to)
        let (before, after) = (old.view(view, chat: chat), new.view(view, chat: chat))
        if before == nil, after == nil { throw notShown(view, span.to) }
        for operation in Rewind.difference(before, after) {
            try FileOutput.standard.write(operation.bytes + [0x0A])
        }
    }

    private func printChanges(_ rewind: Rewind, _ path: MemberPath) throws {
        var value: JSONValue?
        while let change = try rewind.nextChange(of: path, from: value) {
            value = change.new
            try FileOutput.standard.write(StepText.text(change))
        }
        if value == nil, rewind.view(path.view, chat: path.chat) == nil {
            throw notShown(path.view, .line(rewind.number))
        }
    }

    private func printRedacted(_ lines: FileLines) throws {
        var (redaction, rest) = (Redaction(), lines)
        while let line = rest.next() { try FileOutput.standard.write(redaction.redact(line) + [0x0A]) }
    }

    /// Goes on from a moment with further lines.
    private func goOn(_ rewind: Rewind, _ moment: Moment, _ path: String) throws {
        try rewind.play(to: moment)
        let input = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard input >= 0 else { throw RecordingError.unreadable(path: path, reason: FileFailure().reason) }
        let mailbox = Mailbox<InLine>()
        Signals.deliver([SIGTERM, SIGINT, SIGHUP]) { mailbox.interrupt($0) }
        let (session, intake, output) = try rewind.session(
            SQLiteStore(name: "replay"), mailbox,
            to: { LineOutput(FileOutput.standard, $0, pace: .shared) { mailbox.wake() } },
            backend: { CheckedBackend(EmbeddedBackend(clock: $0, seed: 0, run: "then-")) })
        mailbox.read(LineInput(input, longest: LineError.longestLine, decode: LineDecoder.decode))
        let ending = try SessionLoop(session, mailbox, drain: Self.drain).run(prepare: intake.prepare) { line in
            try intake.handle(line)
            return true
        }
        try intake.end(ending.bye())
        try output.finish()
        try ending.conclude()
    }

    /// How long to wait, after the input ends, for work in progress, in seconds of the virtual clock.
    private static let drain: TimeInterval = 10

    private func notShown(_ view: ViewName, _ moment: Moment) -> CommandError {
        let of = chat.map { " of the chat \"\($0)\"" } ?? ""
        return CommandError("No window shows the view \(view.rawValue)\(of) at \(moment).", .noChat)
    }

    // MARK: Options

    @Sendable private static func moment(_ text: String) throws -> Moment {
        guard let moment = Moment(text) else {
            throw ValidationError("\"\(text)\" is not a moment. Write N, an RFC 3339 date, seq:N or id:X.")
        }
        return moment
    }

    @Sendable private static func span(_ text: String) throws -> Span {
        guard let dots = text.firstRange(of: "..") else {
            throw ValidationError("\"\(text)\" is not a span. Write FROM..TO, such as 12..21.")
        }
        return Span(
            from: try moment(String(text[..<dots.lowerBound])), to: try moment(String(text[dots.upperBound...])))
    }

    @Sendable private static func path(_ text: String) throws -> MemberPath {
        guard let path = MemberPath(text) else {
            throw ValidationError(
                "\"\(text)\" is not a member of a view. Write VIEW:MEMBER, VIEW:ROW/MEMBER or "
                    + "messages:CHAT/MESSAGE/MEMBER.")
        }
        return path
    }

    @Sendable private static func view(_ text: String) throws -> ViewName {
        guard let view = ViewName(rawValue: text) else {
            let views = ViewName.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("Unknown view \"\(text)\". The views are: \(views).")
        }
        return view
    }
}

extension Rewind {
    fileprivate convenience init(_ lines: FileLines, continues: Bool = false) throws(RecordingError) {
        var rest = lines
        try self.init(continues: continues) { () throws(RecordingError) in rest.next() }
    }
}

extension Rewind.ViewAtMoment {
    /// The view as a JSON line without a number.
    fileprivate var line: JSONValue {
        let members: JSONValue = ["view": .string(view.rawValue), "model": json]
        guard let window = window.name else { return members }
        return (["window": .string(window)] as JSONValue).merging(members)
    }
}

/// The lines of a file.
private struct FileLines {
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

    mutating func next() -> ArraySlice<UInt8>? {
        guard index < bytes.count else { return nil }
        let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.endIndex
        defer { index = min(end + 1, bytes.count) }
        return bytes[index..<end]
    }
}

/// Compares the output of a replay with the lines of a file.
private final class Comparison: ByteSink, @unchecked Sendable {  // only one thread writes
    private var expected: FileLines
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
