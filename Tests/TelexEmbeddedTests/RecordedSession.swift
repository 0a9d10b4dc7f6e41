import Foundation
import Synchronization
import TelexCore
import TelexEmbedded
import TelexRuntime
import TelexStorage

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
    var start = SessionClock.start
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
    /// Whether the store has failed.
    private(set) var hasFailed = false

    init(_ setup: SessionSetup) throws {
        self.setup = setup
        let clock = SessionClock.virtual(from: setup.start)
        session = try Session(
            region: .fixed, store: FailingStore(try SQLiteStore(name: "test"), setup),
            backend: CheckedBackend(EmbeddedBackend(clock: clock, seed: 0, run: "")), clock: clock, ids: CountedIDs(),
            mailbox: Mailbox<InLine>())
        hello = Hello(isVirtual: true, hasWindows: !setup.isShared, hasCommands: true, user: nil, playsNetwork: true)
        recorder = Recorder(
            recording,
            RecordingHeader(hello, region: .fixed, subscribe: setup.views, arguments: [], updates: setup.updates))
        session.add(recorder)
        lineOutput = LineOutput(output, setup.updates)
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

    func perform(_ step: Step) throws {
        try guarded {
            switch step {
            case .lines(let texts):
                let lines = texts.map(decode)
                try intake.prepare(lines)
                for line in lines { try intake.handle(line) }
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

    /// Ends the input.
    func end() throws {
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
    }

    private func guarded(_ body: () throws -> Void) throws {
        if hasFailed { return }
        do { try body() } catch let failure as SessionFailure {
            hasFailed = true
            intake.fail(failure)
        }
    }

    var lines: [ArraySlice<UInt8>] { output.lines }

    /// Plays the recording; returns the lines.
    func replay() throws -> [ArraySlice<UInt8>] {
        let replayed = Bytes()
        var rest = recording.lines[...]
        try Replay.play({ () throws(RecordingError) in rest.popFirst() }, to: { LineOutput(replayed, $0) })
        return replayed.lines
    }
}

/// Collects bytes.
private final class Bytes: ByteSink {
    private let bytes = Mutex<[UInt8]>([])
    func write(_ new: [UInt8]) throws(FileOutput.Failure) { bytes.withLock { $0 += new } }

    var lines: [ArraySlice<UInt8>] { bytes.withLock { $0.split(separator: 0x0A) } }
}

/// Passes lines on, and keeps the current models.
private final class ModelSink: LineSink {
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
