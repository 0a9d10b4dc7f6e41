import ArgumentParser
import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexStorage
import TelexWire

/// The owner of the profile that a program under `telex try` joins. Its clock is virtual, and it speaks for the network.
final class TrialOwner: @unchecked Sendable {  // the thread of the session uses everything but constants
    private let assembly: Assembly<InLine>
    private let profile: Profile
    private let intake: LineIntake
    private let sink = Sink()
    private let end = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - seed: the seed of the built-in bots.
    ///   - watch: counts the lines of the program.
    init(_ profile: Profile, seed: UInt64, _ witness: TrialWitness, _ watch: LineWatch) throws {
        self.profile = profile
        let options = try SessionOptions.parse(
            ["--clock", "virtual", "--store", profile.storePath, "--seed", "\(seed)"])
        assembly = try Assembly(options, hasWindows: true, sharedAt: profile, watch: watch)
        let session = assembly.session
        session.telex.bind(intake: witness)
        session.telex.bind(requests: witness)
        intake = LineIntake(session, sink, assembly.hello)
        try intake.begin([NotificationViewModel.view])
        assembly.letOthersJoin()
        try session.begin()
        try session.flush()
        Thread.launch { [self] in
            do {
                _ = try SessionLoop(assembly.session, assembly.mailbox, drain: 0).run { _ in true }
                assembly.close()
            } catch {
                Failures.end(error) { TryCommand.exit(withError: $0) }
            }
            end.signal()
        }
    }

    /// Ends the session. The programs that have joined hear it.
    func close() {
        assembly.mailbox.leave()
        end.wait()
    }

    /// Does something on the thread of the session, and waits for it.
    private func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) throws -> Value {
        let promise = Promise<Value>()
        assembly.session.deliver(.work { promise.complete(with: Result { try work() }) })
        return try promise.wait().get()
    }

    /// Handles a line.
    ///
    /// - Returns: why it was refused; `nil` if it was not.
    func send(_ line: JSONValue, number: Int) throws -> String? {
        let bytes = line.bytes
        return try perform { [self] in
            sink.refusal = nil
            try assembly.session.flush()
            try handle(bytes, number: number)
            return sink.refusal
        }
    }

    private func handle(_ bytes: [UInt8], number: Int = 0) throws {
        try intake.handle(LineDecoder.decode(bytes[...], number: number))
        try assembly.session.flush()
    }

    /// Moves the clock forward.
    func advance(by seconds: Int) throws { _ = try send(["advance": .string("\(seconds)s")], number: 0) }

    /// What became of a line of the scenario; `nil` if that is not known.
    func outcome(of request: String) throws -> JSONValue? {
        try perform { [self] in sink.outcomes[request].flatMap { JSONValue(text: Array($0.json.utf8)[...]) } }
    }

    /// The name of the window in which views are looked at. A scenario has no reason to use it.
    private static let window = "telex try"

    /// Returns a view as it is now; `nil` if it is not shown.
    func view(_ view: ViewName, chat: String?) throws -> JSONValue? {
        let window = view == NotificationViewModel.view ? nil : Self.window
        return try perform { [self] in
            guard let window else { return sink.model(of: view, in: .main) }
            var lines = [Control.subscribe([view], after: nil).line(window: window)]
            if let screen = Screen.showing(view, chat: chat.map { ChatID($0) }) {
                lines.append(Event.screen(.opening(screen)).line(window: window))
            }
            for line in lines { try handle(Array(line.utf8)) }
            defer { sink.models[WindowID(window)] = nil }
            let model = sink.model(of: view, in: WindowID(window))
            try handle(Array(Control.closeWindow.line(window: window).utf8))
            return model
        }
    }

    /// Whether the programs that have joined have read everything, and everything that they sent was done.
    ///
    /// - Returns: their processes; `nil` if something is on its way.
    func idleGuests() throws -> [Int32]? {
        try perform { [self] in
            try assembly.session.flush()
            guard let guests = assembly.guests, guests.isIdle else { return nil }
            return guests.processes
        }
    }

    /// Waits until those that have connected before were let in.
    func letIn() throws {
        // Those that are in the lobby together leave it in any order, so the first request may overtake one.
        for _ in 1...2 { _ = try OwnerConnection.ask(profile, AttachedRequest().jsonLine) { _ in false } }
    }

    /// Everything in the store.
    func items() throws -> [StoredItem] {
        try perform { [self] in try assembly.session.flush() }
        var items: [StoredItem] = []
        _ = try StoreExport(path: profile.storePath).read { items.append($0) }
        return items
    }

    /// Keeps what the session tells the scenario.
    private final class Sink: LineSink {
        var refusal: String?
        var outcomes: [String: Outcome] = [:]
        var models: [WindowID: [ViewName: any WireViewModel]] = [:]

        func model(of view: ViewName, in window: WindowID) -> JSONValue? {
            models[window]?[view].flatMap { JSONValue(text: Array($0.json.utf8)[...]) }
        }

        func write(_ line: OutLine) {
            switch line.content {
            case .view(let model, _, _): models[line.window, default: [:]][type(of: model).view] = model
            case .closed(let view, _): models[line.window]?[view] = nil
            case .settled(let id, let outcome), .outcome(let id, let outcome): outcomes[id] = outcome
            case .error(let error): refusal = error.reason
            default: break
            }
        }
    }
}

extension Screen {
    /// The screen to open for a view; `nil` if the view is always shown.
    fileprivate static func showing(_ view: ViewName, chat: ChatID?) -> Screen? {
        ShowCommand.Subject(rawValue: view.rawValue)?.screen(chat)
    }
}
