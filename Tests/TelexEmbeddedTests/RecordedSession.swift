import Foundation
import Synchronization
import TelexCore
import TelexEmbedded
import TelexFiles
import TelexJSON
import TelexRuntime
import TelexStorage
import Testing

@testable import TelexWire

/// A step of a session.
enum Step: Hashable, CustomStringConvertible {
    /// A program has sent these lines together.
    case lines([String])
    /// Another reader of the main window begins, and is not recorded.
    case join
    /// It sends a line.
    case other(String)
    /// It leaves.
    case leave

    var description: String {
        switch self {
        case .lines(let lines): lines.joined(separator: "\n")
        case .join: "(another reader joins)"
        case .other(let line): "(another reader) \(line)"
        case .leave: "(another reader leaves)"
        }
    }
}

/// How a session is set up, and how it ends.
struct SessionSetup: CustomStringConvertible {
    var updates = Updates.whole
    var views: [ViewName] = []
    /// Whether the reader gets only the newest models, since it begins to read at the end.
    var isLate = false
    var start = SessionClock.start
    /// Whether the clock is a real one, under which lines that come together share their effects. It stands still.
    var isReal = false
    var marksRead = false
    /// Whether another reader may join, as at a terminal, where there are no other windows.
    var isShared = false
    /// The number of the commit that fails, and with it the session; `nil` if none does.
    var failingCommit: Int?
    /// Each query of that number, and its multiples, fails; `nil` if none does.
    var failingLoad: Int?
    var drain: TimeInterval = 10
    var ending = OutLine.Bye.eof

    var description: String {
        "\(updates) \(views.map(\.rawValue)) \(start) marksRead \(marksRead) isShared \(isShared) commit \(failingCommit ?? 0) load "
            + "\(failingLoad ?? 0) drain \(drain) \(ending)"
    }
}

/// A session that is recorded, as telex pipe runs it.
///
/// It checks each line that it writes: a program that reads the lines has the models of the session and numbers without
/// gaps, and each request gets one answer. A test fails if it does not look at an error.
final class RecordedSession {
    private let session: Session
    private let sink: ModelSink
    private let output = Bytes()
    private let recording = Bytes()
    private let intake: LineIntake
    private let lineOutput: LineOutput
    private let recorder: Recorder
    private let hello: Hello
    private let setup: SessionSetup
    private var other: LineIntake?
    private var number = 0
    private var requests: [String] = []
    private(set) var reading = LineReading()
    /// Whether the store has failed.
    private(set) var hasFailed = false

    init(_ setup: SessionSetup = SessionSetup(), store: SQLiteStore? = nil) throws {
        self.setup = setup
        let clock = setup.isReal ? SessionClock.wall { setup.start } : .virtual(from: setup.start)
        let files = FileFolder(nil, isVirtual: true)
        session = try Session(
            region: .fixed, store: FailingStore(try store ?? SQLiteStore(name: "test"), setup),
            backend: CheckedBackend(EmbeddedBackend(clock: clock, seed: 0, run: "", files: files)), files: files,
            clock: clock, ids: CountedIDs(),
            mailbox: Mailbox<InLine>())
        hello = Hello(isVirtual: true, hasWindows: !setup.isShared, hasCommands: true, user: nil, playsNetwork: true)
        recorder = Recorder(
            recording,
            RecordingHeader(hello, region: .fixed, subscribe: setup.views, arguments: [], updates: setup.updates))
        session.add(recorder)
        lineOutput = LineOutput(output, setup.updates, pace: setup.isLate ? .coalesced : .direct)
        if setup.isLate { output.close() }
        sink = ModelSink(lineOutput)
        intake = LineIntake(session, sink, hello, recorder: recorder)
        session.add(lineOutput)
        try guarded {
            try intake.begin(setup.views)
            if setup.marksRead { session.markShownAsRead() }
            try session.receive(.chat(.loading))
            try session.flush()
        }
    }

    /// The models that the reader has, in a fixed order.
    var shown: [(window: WindowID, model: any WireViewModel)] { sink.shown }

    /// The main window's model of a view; `nil` if it is not shown.
    func view<Model: WireViewModel>(_: Model.Type = Model.self) -> Model? {
        sink.model(of: Model.view, in: .main) as? Model
    }

    /// Sends events together, each as a request.
    func send(_ events: Event...) throws {
        try perform(.lines(events.enumerated().map { $0.element.line(id: "\(number + $0.offset + 1)") }))
    }

    /// Sends a line.
    func send(_ line: JSONValue) throws { try perform(.lines([line.text])) }

    /// Presses an action, which must be there.
    func press(_ action: Action?, _ location: SourceLocation = #_sourceLocation) throws {
        try send(#require(action, sourceLocation: location).event)
    }

    /// The errors since the last call, each with its code.
    func takeErrors() -> [String] { reading.takeErrors() }

    func perform(_ step: Step) throws {
        try guarded {
            switch step {
            case .lines(let texts):
                let lines = texts.map(decode)
                try intake.prepare(lines)
                for line in lines {
                    if let id = line.id { requests.append(id) }
                    try intake.handle(line)
                }
            case .join:
                guard setup.isShared, other == nil else { return }
                other = LineIntake(session, NoSink(), hello)
                try other?.begin(ViewName.allCases)
            case .other(let text): try other?.handle(decode(text))
            case .leave:
                try other?.stop()
                other = nil
            }
            try session.flush()
        }
    }

    private func decode(_ text: String) -> InLine {
        number += 1
        return LineDecoder.decode(Array(text.utf8)[...], number: number)
    }

    /// Ends the input, and checks that each request was answered once.
    func end() throws {
        #expect(takeErrors() == [])
        output.open()
        try guarded {
            if setup.ending == .eof {
                try session.finish()
                try intake.end(session.drain(setup.drain) ? .eof : .drainExpired)
            } else {
                try intake.end(setup.ending)
            }
        }
        try lineOutput.finish()
        try recorder.release()
        try reading.read(output.take(), hasFailed ? nil : sink)
        // At a terminal, requests of another reader are answered here, too.
        if !setup.isShared { #expect(reading.answers.map(\.id).sorted() == requests.sorted()) }
    }

    private func guarded(_ body: () throws -> Void) throws {
        if hasFailed { return }
        do { try body() } catch let failure as SessionFailure {
            hasFailed = true
            intake.fail(failure)
        }
        if !hasFailed { try reading.read(output.take(), sink) }
    }

    var lines: [ArraySlice<UInt8>] { output.lines }

    /// The lines of the recording.
    var recorded: [ArraySlice<UInt8>] { recording.lines }

    /// Plays the recording; returns the lines.
    func replay() throws -> [ArraySlice<UInt8>] {
        let replayed = Bytes()
        var rest = recorded[...]
        try Replay.play({ () throws(RecordingError) in rest.popFirst() }, to: { LineOutput(replayed, $0) })
        return replayed.lines
    }
}

/// Collects bytes.
private final class Bytes: ByteSink {
    private let bytes = Mutex<(all: [UInt8], taken: Int)>(([], 0))
    private let gate = NSCondition()
    nonisolated(unsafe) private var isClosed = false  // `gate` guards it

    func write(_ new: [UInt8]) throws(FileOutput.Failure) {
        gate.withLock { while isClosed { gate.wait() } }
        bytes.withLock { $0.all += new }
    }

    /// Makes whoever writes wait until it is open.
    func close() { gate.withLock { isClosed = true } }

    func open() {
        gate.withLock {
            isClosed = false
            gate.broadcast()
        }
    }

    var lines: [ArraySlice<UInt8>] { bytes.withLock { $0.all.split(separator: 0x0A) } }

    /// The lines since the last call.
    func take() -> [ArraySlice<UInt8>] {
        bytes.withLock { bytes in
            defer { bytes.taken = bytes.all.count }
            return bytes.all[bytes.taken...].split(separator: 0x0A)
        }
    }
}

/// Passes lines on, and keeps the current models.
final class ModelSink: LineSink {
    private let output: LineOutput
    private var windows: [WindowID] = [.main]
    private var models: [WindowID: [ViewName: any WireViewModel]] = [:]

    init(_ output: LineOutput) { self.output = output }

    func write(_ line: OutLine) {
        output.write(line)
        let window = if case .within(let window, _) = line { window } else { WindowID.main }
        if !windows.contains(window) { windows.append(window) }
        switch line.content {
        case .view(let model, _, _): models[window, default: [:]][type(of: model).view] = model
        case .closed(let view, _): models[window]?[view] = nil
        case .end(let window): models[window] = nil
        default: break
        }
    }

    func isOpen(_ window: WindowID) -> Bool { window == .main || models[window] != nil }

    func model(of view: ViewName, in window: WindowID) -> (any WireViewModel)? { models[window]?[view] }

    var shown: [(window: WindowID, model: any WireViewModel)] {
        windows.flatMap { window in
            ViewName.allCases.compactMap { view in models[window]?[view].map { (window, $0) } }
        }
    }
}

/// The reader of another program.
private final class NoSink: LineSink {
    func write(_ line: OutLine) {}
}

/// A store that fails when it is told to.
private final class FailingStore: ChatStore {
    private struct Failure: Error, CustomStringConvertible {
        var description: String { "the disk is full" }
    }

    private let store: SQLiteStore
    private let setup: SessionSetup
    private var commits = 0
    private var loads = 0

    init(_ store: SQLiteStore, _ setup: SessionSetup) {
        self.store = store
        self.setup = setup
    }

    func commit(_ changes: [StoreChange]) throws {
        commits += 1
        if commits == setup.failingCommit { throw Failure() }
        try store.commit(changes)
    }

    func load(_ query: StoreQuery) throws -> Event {
        loads += 1
        if let failing = setup.failingLoad, loads.isMultiple(of: failing) { throw Failure() }
        return try store.load(query)
    }

    func lastPosition() throws -> Int64 { try store.lastPosition() }
    func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage] {
        try store.known(messages, in: chat)
    }
    func answered(_ messages: [MessageID], in chat: ChatID) throws -> [AnsweredMessage] {
        try store.answered(messages, in: chat)
    }
    func earlyReactions(to messages: [MessageID], in chat: ChatID) throws -> [MessageID: [Reaction]] {
        try store.earlyReactions(to: messages, in: chat)
    }
    func stored(_ messages: [MessageKey]) throws -> Set<MessageKey> { try store.stored(messages) }
}
