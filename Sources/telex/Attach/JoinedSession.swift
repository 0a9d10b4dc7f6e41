import Foundation
import TelexCore
import TelexRuntime
import TelexTerminal
import TelexWire

/// The session of the telex that owns the profile, as a person uses it from here: events go there as lines, and view
/// models come back as lines.
///
/// The owner handles lines that come together as one, and tells when it would have released output, so a skin shows the
/// same in the same order as in the owner. All but `inbox` belongs to the thread of the skin.
final class JoinedSession: ChatSession {
    let region: Region
    let link: OwnerLink
    let inbox: Inbox
    private let ids = RandomIDs()
    /// Tells the person what has happened to the owner.
    var tell: (String) -> Void = { _ in }
    /// Whether it was told since the last line from the owner that this one does not answer.
    private var isSilent = false

    private var outlets: [any Outlet] = []
    private var views: [WindowID: [ViewName: Shows]] = [:]
    private typealias Shows = (show: (any WireViewModel) -> Void, close: () -> Void)
    /// How many times lines were sent. The last of them has this number as its id.
    private var number = 0
    private var answer: Outcome?
    private var refusal: String?
    /// Whether the owner has not yet told everything that the last lines set off.
    private var isMoving = true
    /// Whether a caller will flush.
    private var isHolding = false
    private var hasEnded = false
    /// The messages that the owner has not stored yet: their files, or those of messages before them, are being read.
    private var unstored: [(id: String, line: [UInt8])] = []
    /// Whether an owner has lost them with its end.
    private var hasLost = false
    /// Whether the owner has yet to hear that no more lines come.
    private var isFinishing = false
    private var deletions: [(message: MessageKey, due: Date)] = []

    /// - Parameters:
    ///   - request: how to join.
    ///   - mailbox: is woken when the owner says something.
    init(_ options: SessionOptions, _ request: JoinRequest, _ mailbox: Mailbox<ReplLine>) {
        link = OwnerLink(options, request)
        inbox = Inbox(mailbox)
        region = options.region
    }

    var now: Date { Date() }
    var isVirtual: Bool { false }
    var nextDue: Date? { nil }
    var isQuiet: Bool { hasEnded || inbox.isClosed }
    /// The owner reads the files, and goes on with it.
    var readCount: Int64? { nil }

    /// The messages that were to be deleted from here.
    var undoableDeletions: [MessageKey] { deletions.filter { $0.due > now }.map(\.message) }

    func add(_ outlet: any Outlet) { outlets.append(outlet) }

    func bind<Listener: Listening>(_ listener: Listener) { bind(listener, in: .main) }

    private func bind<Listener: Listening>(_ listener: Listener, in window: WindowID) {
        views[window, default: [:]][Listener.Model.view] = (
            show: { if let model = $0 as? Listener.Model { listener.show(model, cause: nil) } },
            close: { listener.close(cause: nil) }
        )
    }

    func open(_ name: String) throws -> any ChatWindow { Window(self, name) }

    /// A window of the owner's beside the person's own.
    private final class Window: ChatWindow {
        private let session: JoinedSession
        private let name: String
        private let id: WindowID
        /// The views that the owner does not yet show here.
        private var unseen: [ViewName] = []

        init(_ session: JoinedSession, _ name: String) {
            self.session = session
            self.name = name
            id = WindowID(name)
        }

        func bind<Listener: Listening>(_ listener: Listener) {
            session.bind(listener, in: id)
            unseen.append(Listener.Model.view)
        }

        func receive(_ event: Event) throws {
            if !unseen.isEmpty { try session.say(Control.subscribe(unseen, after: nil).line(window: name)) }
            unseen = []
            try session.say(event.line(window: name))
        }

        func close() throws {
            session.views[id] = nil
            try session.say(Control.closeWindow.line(window: name))
        }
    }

    private var source: (any EventSource)?

    func add(source: any EventSource) { self.source = source }

    /// Does nothing: the owner has begun.
    func begin() throws {}

    func fireDue() throws {}
    func advance(by seconds: TimeInterval) throws {}
    func drain(_ seconds: TimeInterval) throws -> Bool { true }

    func finish() throws {
        isFinishing = true
        endOnceStored()
    }

    /// Tells the owner that no more lines come. Before that, it must have stored the messages: another one may need to get
    /// them again.
    private func endOnceStored() {
        guard isFinishing, unstored.isEmpty else { return }
        (isFinishing, source) = (false, nil)
        link.end()
    }

    // MARK: To the owner

    func receive(_ event: Event) throws {
        follow(event)
        guard case .message(.sending(var message)) = event else { return try say(event.line()) }
        // With an id of ours, the message is sent once, even if another owner has to be asked again.
        let id = message.message ?? MessageID(ids.next(order: 0))
        message.message = id
        let line = Event.message(.sending(message)).line(id: id.text)
        unstored.append((id.text, Array(line.utf8)))
        try say(line)
    }

    private func follow(_ event: Event) {
        switch event {
        case .revision(.deleting(let deletion)):
            deletions.append((deletion.key, now.addingTimeInterval(TimeInterval(deletion.delay))))
        case .revision(.keeping(let message)): deletions.removeAll { $0.message == message }
        default: break
        }
    }

    private func say(_ line: String) throws { _ = try say(Array(line.utf8)) }

    /// Sends a line and follows what it changes at once; returns why the owner refuses it, if it does.
    func say(_ line: [UInt8]) throws -> String? {
        try rest()
        refusal = nil
        repeat {
            send(takeLost().filter { $0 != line } + [line])
            while answer == nil, try follow() {}
            // The owner has ended, and the next one did not get the line.
        } while answer?.kind == .failed && !isQuiet
        if !isHolding { try flush() }
        return refusal
    }

    /// Sends lines to the owner, whose answer to what follows them says that it has executed them.
    private func send(_ lines: [[UInt8]]) {
        number += 1
        answer = nil
        link.send(lines + [Array(Control.unsubscribe([]).line(id: "\(number)").utf8)])
        isMoving = true
    }

    private func takeLost() -> [[UInt8]] {
        defer { hasLost = false }
        return hasLost ? unstored.map(\.line) : []
    }

    func together(_ body: () throws -> Void) throws {
        try holding(body)
        try flush()
    }

    private func holding(_ body: () throws -> Void) rethrows {
        let before = isHolding
        isHolding = true
        defer { isHolding = before }
        try body()
    }

    // MARK: From the owner

    /// Follows what the owner has told, and what it still tells about the last lines.
    func flush() throws {
        while isMoving || inbox.hasLines, try follow() {}
        while hasLost, !isQuiet {
            send(takeLost())
            try rest()
        }
        try release()
        while let event = source.flatMap({ $0.hasEvent ? $0.takeEvent() : nil }) {
            try holding { try receive(event) }
            try rest()
            try release()
        }
        for outlet in outlets { try outlet.idle() }
        endOnceStored()
    }

    /// Follows all that the last lines set off.
    private func rest() throws { while isMoving, try follow() {} }

    private func release() throws { for outlet in outlets { try outlet.release() } }

    /// Waits for a line and follows it; returns `false` if there are no more.
    private func follow() throws -> Bool {
        guard let line = try inbox.next(whileSilent: waitsOn) else {
            (isMoving, hasEnded) = (false, true)
            return false
        }
        isSilent = false
        let window = line.window
        switch line.content {
        case .view(let model, _, _): views[window]?[type(of: model).view]?.show(model)
        case .closed(let view, _): views[window]?[view]?.close()
        case .settled("\(number)", let outcome): answer = outcome
        case .settled(let id, _): forget(id)
        case .error(let error):
            forget(error.cause)
            refusal = error.reason
        case .gap(.ownerLeft):
            hasLost = !unstored.isEmpty
            tell("The telex that owned the profile has ended. This one goes on without it.")
        case .pace(.released): if !isHolding { try release() }
        case .pace(.rested):
            isMoving = isMoving && number > 0 && answer == nil
            // What is still to be sent changes what there is to show.
            if !isHolding, source?.hasEvent != true { for outlet in outlets { try outlet.idle() } }
        case .bye: (isMoving, hasEnded) = (false, true)
        case .hello, .outcome, .gap, .within, .end: break
        }
        return true
    }

    /// The owner needs a message no more. Of one that is lost, the next owner knows nothing.
    private func forget(_ id: String?) { if !hasLost { unstored.removeAll { $0.id == id } } }

    /// Tells, once, that the owner does not answer; returns whether to wait on. Meanwhile the person can only leave.
    private func waitsOn() throws -> Bool {
        if inbox.isLeaving {
            link.abandon()
            return false
        }
        guard let owner = link.owner, !isSilent else { return true }
        isSilent = true
        tell("\(OwnerSilent(owner).sentence) Until then, only Ctrl-D works here.")
        try release()
        for outlet in outlets { try outlet.idle() }
        return true
    }

    /// The lines from the owner, from one thread to another.
    final class Inbox: @unchecked Sendable {  // `lock` guards everything but `reader`
        private let mailbox: Mailbox<ReplLine>
        private let lock = Condition()
        private var lines: [OutLine] = []
        private var isOver = false
        /// Only the thread that calls `deliver` uses it.
        private var reader = OwnerReader()

        init(_ mailbox: Mailbox<ReplLine>) { self.mailbox = mailbox }

        func deliver(_ bytes: [UInt8]) throws {
            let new = try reader.read(bytes[...])
            change { lines += new }
        }

        /// There are no more lines.
        func close() { change { isOver = true } }

        private func change(_ body: () -> Void) {
            lock.withLock {
                body()
                lock.broadcast()
            }
            mailbox.wake()
        }

        var hasLines: Bool { lock.withLock { !lines.isEmpty } }
        var isClosed: Bool { lock.withLock { isOver && lines.isEmpty } }

        /// Whether the person wants to leave.
        var isLeaving: Bool { mailbox.isLeaving }

        /// Waits for a line; returns `nil` if there are no more.
        ///
        /// - Parameter waitsOn: called while none comes; returns whether to wait on.
        func next(whileSilent waitsOn: () throws -> Bool) throws -> OutLine? {
            while true {
                let (line, isLast): (OutLine?, Bool) = lock.withLock {
                    let deadline = Date.steady + PeerSocket.handshakePatience
                    while lines.isEmpty, !isOver, lock.wait(until: deadline) {}
                    return (lines.isEmpty ? nil : lines.removeFirst(), isOver)
                }
                if let line { return line }
                if try isLast || !waitsOn() { return nil }
            }
        }
    }
}

/// Lines of the JSON protocol that a person types in a REPL that has joined.
final class JoinedLines: ReplProtocol {
    private let session: JoinedSession

    init(_ session: JoinedSession) { self.session = session }

    let refusal: String? = "Another telex owns the profile, so JSON lines are not shown here. Use telex pipe for them."

    func begin() throws {}
    func stop() throws {}
    func handle(_ line: [UInt8], number: Int) throws -> String? { try session.say(line) }
}
