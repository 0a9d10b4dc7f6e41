import Foundation
import TelexCore
import TelexRuntime
import TelexTerminal
import TelexWire

/// The JSON lines that the REPL prints with `--json` and `/json on`, and reads with `/line`.
final class ProtocolSkin: ReplProtocol {
    private let output: LineOutput
    private let intake: LineIntake
    private let refusals: Refusals
    private let views: [ViewName]
    private var isShowing = false
    let refusal: String? = nil

    init(
        _ session: Session, _ output: LineOutput, _ views: [ViewName], _ hello: Hello, _ recorder: Recorder?
    ) {
        self.output = output
        self.views = views
        refusals = Refusals(output)
        intake = LineIntake(session, refusals, hello, recorder: recorder)
        session.add(output)
    }

    func begin() throws {
        isShowing = true
        refusals.isShowing = true
        try output.restart()
        try intake.begin(views)
    }

    func stop() throws {
        output.write(.bye(.quit))
        isShowing = false
        refusals.isShowing = false
        try intake.stop()
    }

    func handle(_ line: [UInt8], number: Int) throws -> String? {
        refusals.last = nil
        try intake.handle(LineDecoder.decode(line[...], number: number))
        return isShowing ? nil : refusals.last
    }

    func end(_ reason: OutLine.Bye) throws { if isShowing { try intake.end(reason) } }

    func fail(_ failure: SessionFailure) {
        guard isShowing else { return }
        intake.fail(failure)
        try? output.release()
    }
}

/// Passes lines on while JSON is shown, and keeps the last error to show as text.
private final class Refusals: LineSink {
    private let output: LineOutput
    var isShowing = false
    var last: String?

    init(_ output: LineOutput) { self.output = output }

    func write(_ line: OutLine) {
        if case .error(let error) = line.content { last = error.reason }
        if isShowing { output.write(line) }
    }
}

/// Mirrors an interactive session as protocol lines.
final class MirrorSkin: LineTaker {
    private let mirror: Mirror
    private let intake: LineIntake

    private let views: [ViewName]

    init(
        _ session: Session, _ target: MirrorTarget, _ recorder: Recorder?, _ views: [ViewName], _ hello: Hello,
        _ mailbox: Mailbox<ReplLine>
    ) {
        self.views = views
        let restart = Restart()
        let reopened = { @Sendable in mailbox.deliver(.work { try restart.skin?.restart() }) }
        mirror = Mirror({ target.open() }, reopened: target.isFIFO ? reopened : nil)
        intake = LineIntake(session, mirror, hello, recorder: recorder)
        session.add(mirror)
        restart.skin = self
    }

    private final class Restart: @unchecked Sendable {  // only the thread that owns `Telex` uses `skin`
        weak var skin: MirrorSkin?
    }

    /// Begins a stream for another reader.
    private func restart() throws {
        mirror.restart()
        try begin()
    }

    func begin() throws { try intake.begin(views) }

    /// Always returns `nil`: errors go to the readers of the mirror.
    func handle(_ line: [UInt8], number: Int) throws -> String? {
        try intake.handle(LineDecoder.decode(line[...], number: number))
        return nil
    }

    func end(_ reason: OutLine.Bye) throws {
        try intake.end(reason)
        mirror.finish(within: 1)
    }

    func fail(_ failure: SessionFailure) {
        intake.fail(failure)
        mirror.finish(within: 1)
    }
}

/// The destination of a mirror.
enum MirrorTarget: Sendable {
    case descriptor(CInt)
    case path(String)

    init(_ text: String) throws {
        if let number = try NamedDescriptor.parse(text, example: "telex repl --views fd:3 3>views.jsonl") {
            self = .descriptor(number)
            return
        }
        self = .path(text)
        // Open a file now, to report a failure early. A FIFO is opened once it has a reader.
        if !isFIFO { close(try FileOutput.creating(text).descriptor) }
    }

    /// Whether the destination can have one reader after another.
    var isFIFO: Bool {
        guard case .path(let path) = self else { return false }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Opens the destination. Blocks until a FIFO has a reader.
    func open() -> FileOutput? {
        switch self {
        case .descriptor(let number): return FileOutput(number)
        case .path(let path):
            let descriptor = Foundation.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
            return descriptor < 0 ? nil : FileOutput(descriptor)
        }
    }
}
