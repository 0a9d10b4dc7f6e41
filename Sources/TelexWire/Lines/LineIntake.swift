import Foundation
import TelexCore
import TelexRuntime

/// Feeds input lines to a session and writes the results as lines of the protocol.
public final class LineIntake {
    private let session: Session
    private let sink: any LineSink
    private let recorder: Recorder?
    private let subscriptions: Subscriptions
    private let requests: RequestWriter

    private let hello: Hello
    /// The main window of the sender.
    private let home: WindowID
    /// The program that sends messages that name none; `nil` if a person writes them.
    private let program: String?

    /// - Parameters:
    ///   - hello: what lines can do in this session.
    ///   - home: the main window of the sender. The lines that it sends are about windows of the same program.
    ///   - program: the program that sends messages that name none; `nil` if a person writes them.
    ///   - recorder: records the input, if it is to be recorded.
    public init(
        _ session: Session, _ sink: any LineSink, _ hello: Hello, home: WindowID = .main,
        program: String? = nil, recorder: Recorder? = nil
    ) {
        self.session = session
        self.hello = hello
        self.home = home
        self.program = program
        self.sink = sink
        self.recorder = recorder
        subscriptions = Subscriptions(session.telex, sink, home: home)
        requests = RequestWriter(sink, guest: home.guest)
        session.telex.bind(requests: requests)
        if let recorder { session.telex.bind(intake: recorder) }
    }

    /// Writes the `hello` line and subscribes to the views.
    ///
    /// - Parameter cursor: where the inbox resumes, if it is among the views; `nil` for new messages only.
    public func begin(_ views: [ViewName], after cursor: InboxCursor? = nil) throws {
        sink.write(.hello(hello))
        try subscribe(views, after: cursor, in: home, nil)
    }

    /// Goes on with a program that had joined another owner: says what is missing, and shows what it saw.
    func resume(_ resumption: Resumption) throws {
        sink.write(.gap(.ownerLeft))
        for request in resumption.requests {
            let outcome = Outcome(.failed, reason: Resumption.failure)
            sink.write(.settled(request.id, outcome).within(window(request.window)))
        }
        for waiting in resumption.waiting {
            let line = waiting.inLine.of(guest: home.guest)
            guard case .event(let event) = line.content, let cause = line.cause else { continue }
            try session.adopt(cause, event, MessageKey(chat: waiting.chat, message: waiting.message))
        }
        for seen in resumption.windows {
            let window = window(seen.window)
            do { try open(window) } catch { continue }
            try subscribe(seen.subscribe, after: seen.after, in: window, nil)
            if let chat = seen.chat { try session.receive(.screen(.opening(.messages(chat))), in: window) }
            if seen.isUnfocused { try session.receive(.presence(.unfocusing), in: window) }
            try session.flush()
            for view in seen.shown where !subscriptions.isShown(view, in: window) {
                sink.write(.closed(view, cause: nil).within(window))
            }
        }
    }

    /// The sender's window of that name; `nil` stands for the main one.
    private func window(_ name: WindowID?) -> WindowID { (name ?? .main).of(guest: home.guest) }

    /// Ends all subscriptions.
    public func stop() throws {
        let wasFollowing = subscriptions.isSubscribed(InboxViewModel.view, in: home)
        subscriptions.stop()
        if wasFollowing { try leaveInbox(home) }
    }

    /// Ends all subscriptions, and forgets the sender, which has gone.
    func leave() throws {
        try stop()
        session.telex.unbind(requests: requests)
        session.telex.close(home)
    }

    /// The sender's requests that have not ended.
    var unfinished: [Cause] { session.telex.unfinished.filter { $0.window.guest == home.guest } }

    /// The smallest number of lines for which looking ahead pays off.
    private static let many = 16

    /// Looks up, in one go, the messages that a batch of lines mentions. Does nothing for only a few lines.
    public func prepare(_ lines: [InLine]) throws {
        if lines.count < Self.many { return }
        try session.lookAhead(lines.compactMap { if case .event(let event) = $0.content { event } else { nil } })
    }

    /// Handles one line.
    public func handle(_ line: InLine) throws {
        if let cause = line.cause { session.begin(cause) }
        switch line.content {
        case .blank: break
        case .event(let event):
            if let refusal = refusal(event) { return fail(refusal, line) }
            do { try open(line.window) } catch { return fail(error, line) }
            try session.receive(signed(event), cause: line.cause, in: line.window)
        case .refused(let error): fail(error, line)
        case .control(let control):
            do {
                try handle(control, in: line.window, cause: line.cause)
                if let cause = line.cause { settle(cause) }
            } catch let error as LineError {
                fail(error, line)
            }
        }
    }

    /// The event, with the program that sends it, if it sends a message.
    private func signed(_ event: Event) -> Event {
        guard let program, case .message(.sending(var message)) = event, message.program == nil else { return event }
        message.program = program
        return .message(.sending(message))
    }

    /// Why a line cannot send the event; `nil` if it can.
    private func refusal(_ event: Event) -> LineError? {
        if home.guest > 0, event.userFile != nil, event.loan == nil { return .unopenedFile }
        if hello.playsNetwork, !hello.isReadOnly { return nil }
        guard let info = EventNamer(event).info else { return nil }
        if hello.isReadOnly, info.origin != .look { return .readOnly(info.name) }
        if !hello.playsNetwork, info.origin == .network { return .networkEvent(info.name, isGuest: home.guest > 0) }
        return nil
    }

    /// Opens the window that a line names unless it is already open.
    private func open(_ window: WindowID) throws(LineError) {
        if window == home { return }
        if !hello.hasWindows { throw .unsupported("Only telex pipe has windows. Leave out the member \"window\".") }
        try subscriptions.open(window)
    }

    private func handle(_ control: Control, in window: WindowID, cause: Cause?) throws {
        switch control {
        case .subscribe(let views, let cursor):
            // Unsubscribes first, so that the last page is not shown again.
            if views.contains(InboxViewModel.view) { try unsubscribe([InboxViewModel.view], in: window) }
            try open(window)
            recorder?.write(.subscribe(views, cause, window))
            try subscribe(views, after: cursor, in: window, cause)
            if views.contains(InboxViewModel.view) { try session.flush() }
        case .unsubscribe(let views): try unsubscribe(views, in: window)
        case .closeWindow:
            guard subscriptions.isOpen(window) else { throw LineError.unknownWindow(window.name ?? "") }
            try session.flush()
            subscriptions.close(window)
            try session.flush()
        case .advance(let seconds):
            guard session.clock.isVirtual, hello.controls.contains(.advance) else { throw LineError.notVirtual }
            try session.flush()
            try session.advance(by: seconds)
        case .backend(let json):
            if hello.isReadOnly { throw LineError.readOnly("backend") }
            if home.guest > 0 {
                throw LineError.unsupported("Only the telex that owns the profile can send commands to the backend.")
            }
            do { try session.control(json) } catch let error as BackendControlError {
                switch error {
                case .unsupported(let what): throw LineError.unsupported(what)
                case .malformed(let what): throw LineError.malformedCommand(what)
                }
            }
        }
    }

    private func subscribe(
        _ views: [ViewName], after cursor: InboxCursor?, in window: WindowID, _ cause: Cause?
    ) throws {
        // At the terminal, two readers can share a window. The second one joins the first.
        let isFollowed = session.telex.isShown(InboxViewModel.self, in: window)
        subscriptions.subscribe(views, in: window, cause: cause)
        guard views.contains(InboxViewModel.view), cursor != nil || !isFollowed else { return }
        try session.receive(.inbox(.following(after: cursor)), in: window)
    }

    private func unsubscribe(_ views: [ViewName], in window: WindowID) throws {
        guard subscriptions.isOpen(window) else { return }
        let leaves = views.contains(InboxViewModel.view)
        // Messages that have arrived so far are still shown.
        if leaves { try session.flush() }
        recorder?.write(.unsubscribe(views, window))
        subscriptions.unsubscribe(views, in: window)
        if leaves { try leaveInbox(window) }
    }

    /// Stops following the inbox, unless another reader still shows it.
    private func leaveInbox(_ window: WindowID) throws {
        if session.telex.isShown(InboxViewModel.self, in: window) { return }
        try session.receive(.inbox(.leaving), in: window)
    }

    /// Writes the `bye` line. Before it, unless the reason is `eof`, `quit` or `ownerLeft`, writes an error for each
    /// unfinished request.
    public func end(_ reason: OutLine.Bye) throws {
        if ![.eof, .quit, .ownerLeft].contains(reason) {
            for cause in unfinished {
                let error = reason == .signal ? LineError.stopped : .unfinished
                write(.error(ErrorLine(error, line: cause.number, cause: cause.id)), in: cause.window)
            }
        }
        write(.bye(reason))
        try session.commit()
    }

    /// Writes an error for each request that failed or was cut short, and then the `bye` line.
    public func fail(_ failure: SessionFailure) {
        for cause in failure.others where cause.window.guest == home.guest {
            write(.error(ErrorLine(.stopped, line: cause.number, cause: cause.id)), in: cause.window)
        }
        let error = LineError.storeFailed(failure.reason)
        for cause in failure.causes where cause.window.guest == home.guest {
            write(.error(ErrorLine(error, line: cause.number, cause: cause.id)), in: cause.window)
        }
        if failure.causes.isEmpty { write(.error(ErrorLine(error, line: nil, cause: nil))) }
        write(.bye(.storeFailed))
    }

    private func fail(_ error: LineError, _ line: InLine) {
        if let cause = line.cause { session.settled(cause, Outcome()) }
        write(.error(ErrorLine(error, line: line.number, cause: line.id)), in: line.window)
    }

    private func settle(_ cause: Cause) {
        session.settled(cause, Outcome())
        write(.settled(cause.id), in: cause.window)
    }

    private func write(_ line: OutLine, in window: WindowID = .main) {
        sink.write(line.within(window))
        switch line {
        case .error(let error): recorder?.write(.error(error, window))
        case .settled(let id, _): recorder?.write(.settled(id, window))
        case .bye(let reason): recorder?.write(.bye(reason))
        default: break
        }
    }
}
