import Foundation
import TelexCore
import TelexRuntime
import TelexWire

/// Talks in lines with the owner of a profile, for a command that does one thing.
final class ProfileClient: @unchecked Sendable {  // one thread at a time uses it
    private let socket: PeerSocket
    private var reader = OwnerReader()
    /// What the owner has said and nobody has asked for.
    private var lines: [OutLine]
    /// How long the owner may take to read, and to answer, a line that changes nothing, in seconds.
    private let patience: TimeInterval

    /// Talks with the owner of a profile. If it has none, this process owns it meanwhile.
    ///
    /// - Parameters:
    ///   - interruption: stops the work when a signal comes; `nil` for the usual one.
    ///   - deadline: until when to try again if the owner does not answer.
    ///   - program: the program that its messages are from; `nil` if a person writes them.
    ///   - fetching: which files may be downloaded, if this process owns the profile.
    ///   - keeping: how much room files may take, if this process owns the profile.
    ///   - onlyReads: whether the body asks for nothing that changes the profile, so that it need not be writable.
    ///   - body: what to say and hear. It is repeated if the owner leaves, so what it asks for must be asked for in the
    ///     same words, under the same id.
    /// - Throws: what `body` throws, or why the profile cannot be used.
    static func hold(
        _ choice: ProfileOptions, _ interruption: Interruption? = nil, retryingUntil deadline: Date = .distantPast,
        as program: String? = nil, fetching: FetchPolicy? = nil, keeping: ByteCount? = nil, onlyReads: Bool = false,
        _ body: @escaping @Sendable (ProfileClient) throws -> Void
    ) throws {
        try choice.findFolder()
        var options = try Arguments.current.session(choice)
        if let fetching { options.files.fetch = fetching }
        if let keeping { options.files.room.keepFiles = keeping }
        var request = JoinRequest(subscribe: [])
        (request.command, request.program) = (Arguments.current.name, program)
        let member = ProfileMember(
            options: options, request: { [request] in request },
            talk: { try body(ProfileClient($0)) }, retriesUntil: deadline, onlyReads: onlyReads)
        try member.run(nil, interruption ?? Interruption())
    }

    private init(_ connection: OwnerConnection) throws {
        socket = connection.socket
        lines = try reader.read(connection.beginning)
        // The session of this process reads, and answers, in the end.
        patience = socket.process == getpid() ? .greatestFiniteMagnitude : PeerSocket.handshakePatience
    }

    /// - Parameter file: what is open already of the file that the event names; otherwise its path is opened here.
    func send(_ event: Event, id: String? = nil, lending file: LentFile? = nil) throws {
        try send(event.line(id: id), lending: file)
    }

    func send(_ control: Control, id: String? = nil) throws { try send(control.line(id: id)) }

    private func send(_ line: String, lending file: LentFile? = nil) throws {
        let parcel = Parcel([Array(line.utf8)], lending: file)
        do {
            guard try parcel.write(to: socket, until: Date.steady + patience) else { throw OwnerLeft() }
        } catch is PeerSocket.Silence { throw OwnerSilent(socket.process) }
    }

    /// Subscribes to a view.
    ///
    /// - Parameters:
    ///   - cursor: where the inbox resumes, if it is that view; `nil` for new messages only.
    ///   - id: the id of the request. Its answer comes after the view, if that is open.
    func subscribe(_ view: ViewName, after cursor: InboxCursor? = nil, id: String? = nil) throws {
        try send(.subscribe([view], after: cursor), id: id)
    }

    /// Waits for the next line; returns `nil` if none has come by then.
    ///
    /// - Parameter output: a descriptor that this command writes to. The command ends if its reader leaves.
    func next(by deadline: Date, output: CInt? = nil) throws -> OutLine? {
        while lines.isEmpty {
            guard try socket.waits(until: deadline, output: output) else { return nil }
            guard let bytes = socket.read(), !bytes.isEmpty else { throw OwnerLeft() }
            lines = try reader.read(bytes)
        }
        let line = lines.removeFirst()
        switch line {
        case .bye(.detached): throw CommandError.detached
        case .bye: throw OwnerLeft()
        default: return line
        }
    }

    /// Waits for the next line, which may need the server's answer; returns `nil` if none has come by then, though the owner
    /// has read everything.
    ///
    /// - Throws: `OwnerSilent` if the owner does not even answer a line that changes nothing.
    func answer(by deadline: Date) throws -> OutLine? {
        if let line = try next(by: min(deadline, Date.steady + patience)) { return line }
        try send(.unsubscribe([]), id: Self.alive)
        guard let line = try next(by: Date.steady + patience) else { throw OwnerSilent(socket.process) }
        if case .settled(Self.alive, _) = line, Date.steady >= deadline { return nil }
        return line
    }

    /// The id of a line that changes nothing. Its answer says that the owner has read, and stored, what came before.
    private static let alive = "alive"

    /// Waits for the next model of a view.
    func model<Model: ViewModel>(_ type: Model.Type = Model.self) throws -> Model {
        while true {
            if let model = try answer(by: .distantFuture)?.model as? Model { return model }
        }
    }

    /// Sends an event as a request; returns what becomes of it. The outcome is `waiting` if the server does not answer
    /// within `patience`.
    ///
    /// - Parameters:
    ///   - movesFile: whether to wait as long as a file gets on.
    ///   - file: what is open already of the file that the event names; otherwise its path is opened here.
    func ask(_ event: Event, movesFile: Bool = false, lending file: LentFile? = nil) throws -> Outcome {
        var wait = try wait(movesFile: movesFile)
        try send(event, id: "1", lending: file)
        if let outcome = try outcome(during: &wait) { return outcome }
        guard let cancel = wait.reading.first(where: { $0.message == event.sentMessage })?.cancel else {
            return Outcome(.waiting, reason: Self.silence)
        }
        // The message is not stored before its file is read. Unless that ends just now, it is not sent.
        try send(cancel.event)
        wait = Wait(Self.patience)
        if let outcome = try outcome(during: &wait), outcome.fileProblem != .stopped { return outcome }
        return Outcome(.refused, reason: Self.unread, fileProblem: .inputOutput)
    }

    /// Waits until the file of a message that was asked for before is read, as long as it gets on.
    func waitForReading(of message: MessageID) throws {
        var wait = Wait(Self.filePatience)
        try subscribe(TransfersViewModel.view, id: "shown")
        var isShown = false
        while !isShown || wait.reading.contains(where: { $0.message == message }) {
            guard let line = try answer(during: &wait) else { throw CommandError(Self.unread, .inputOutput) }
            if case .settled("shown", _) = line { isShown = true }
        }
    }

    /// Why a message is not sent if its file cannot be read.
    private static let unread = "For \(Int(filePatience)) seconds, nothing of the file could be read."

    /// Waits for the outcome of the request; returns `nil` if the wait is over.
    private func outcome(during wait: inout Wait) throws -> Outcome? {
        while let line = try answer(during: &wait) {
            switch line {
            case .settled("1", let outcome): return outcome
            case .error(let error): return Outcome(.refused, reason: error.reason)
            default: continue
            }
        }
        return nil
    }

    /// How long to wait for the server.
    struct Wait {
        fileprivate let patience: TimeInterval
        fileprivate var deadline: Date
        /// The files that are being read to be sent.
        fileprivate var reading: [TransfersViewModel.Row] = []

        fileprivate init(_ patience: TimeInterval) {
            self.patience = patience
            deadline = Date.steady.addingTimeInterval(patience)
        }
    }

    /// Begins to wait for the server.
    ///
    /// - Parameter movesFile: whether to wait as long as a file gets on.
    func wait(movesFile: Bool) throws -> Wait {
        if movesFile { try subscribe(TransfersViewModel.view) }
        return Wait(movesFile ? Self.filePatience : Self.patience)
    }

    /// Waits for the next line, which may need the server's answer; returns `nil` if the wait is over.
    func answer(during wait: inout Wait) throws -> OutLine? {
        let line = try answer(by: wait.deadline)
        if let model = line?.model as? TransfersViewModel {
            wait = Wait(wait.patience)
            wait.reading = model.transfers.filter(\.isBeingRead)
        } else if case .closed(TransfersViewModel.view, _)? = line?.content {
            wait.reading = []
        }
        return line
    }

    /// How long the server may take to connect, and to answer a request, in seconds.
    static let patience: TimeInterval = 10

    /// How long a file may not get on, in seconds: a proxy may take much of it before the server does.
    static let filePatience: TimeInterval = 60

    /// What to say if the server takes longer.
    static let silence = "The server does not answer."
}

extension Event {
    /// The id of the message that it sends; `nil` if it sends none.
    fileprivate var sentMessage: MessageID? {
        if case .message(.sending(let message)) = self { message.message } else { nil }
    }
}

extension OutLine {
    /// The model of a view, if this line has one.
    var model: (any WireViewModel)? { if case .view(let model, _, _) = content { model } else { nil } }
}
