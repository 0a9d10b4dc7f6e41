import Foundation
import TelexCore
import TelexRuntime

/// The programs that are attached to this session, each with windows, requests and subscriptions of its own.
///
/// It belongs to the thread of the session, apart from `welcome`, which the door calls.
public final class Guests: Outlet, @unchecked Sendable {
    private let session: Session
    private let hello: Hello
    private let owner: AttachedProgram
    private let watch: LineWatch?
    private var guests: [Int: Guest] = [:]
    private var last = 0

    /// A program, and what it has sent by the time that it has sent a line.
    private typealias Application = (socket: PeerSocket, bytes: [UInt8])

    /// How many programs may wait for the thread of the session.
    private static let capacity = 64

    private let lobby = Lobby(longest: JoinRequest.longestLine)
    /// Guards `applications`.
    private let lock = NSLock()
    /// The programs that wait for the thread of the session.
    private var applications: [Application] = []

    /// - Parameters:
    ///   - hello: what lines can do in this session.
    ///   - command: the command that this process runs.
    ///   - watch: counts the lines of the programs, and may stop one after a certain line.
    public init(_ session: Session, _ hello: Hello, command: String, watch: LineWatch? = nil) {
        self.session = session
        self.watch = watch
        // What speaks for the network is refused.
        self.hello = Hello(
            isVirtual: false, hasWindows: true, hasCommands: false, user: hello.user, playsNetwork: false)
        owner = AttachedProgram(
            number: 0, command: command, process: Int(getpid()), since: session.clock.now, isReadOnly: hello.isReadOnly)
    }

    /// Lets a program in that has connected, once it has said what it wants. A thread reads from it from then on, until it
    /// leaves.
    public func welcome(_ socket: PeerSocket) {
        lobby.enter(socket) { self.receive((socket, $0)) }
    }

    /// Notes what a program has asked for. The thread of the session may be busy, so nobody waits for it.
    private func receive(_ application: Application) {
        let isFirst: Bool? = lock.withLock {
            // Those who have given up make room.
            if applications.count >= Self.capacity { applications.removeAll(where: \.socket.isGone) }
            if applications.count >= Self.capacity { return nil }
            applications.append(application)
            return applications.count == 1
        }
        guard let isFirst else { return application.socket.hangUp() }
        if isFirst { session.deliver(.work { try self.decide() }) }
    }

    /// Reads from a program that has joined, until it leaves.
    ///
    /// - Parameter lines: those that came with its first line.
    private func listen(to guest: Guest, _ lines: [[UInt8]], _ splitter: LineSplitter) {
        var (lines, splitter) = (lines, splitter)
        let socket = guest.socket
        let desk = LoanDesk(after: guest.lineCount)
        var isLast = false
        while true {
            if !lines.isEmpty, watch?.admits(guest.era) == false { lines = [] }
            var rest = desk.decode(lines)[...]
            while !rest.isEmpty {
                let stop = rest.firstIndex { watch?.passes($0.line) == true }
                let piece = rest[...(stop ?? rest.endIndex - 1)]
                rest = rest[piece.endIndex...]
                let handle = { self.perform { try self.handle(piece.map(\.line), from: guest.number) } }
                guard let stop, let watch else {
                    handle()
                    continue
                }
                guest.output.hold {
                    handle()
                    watch.strike(LineWatch.Stop(process: socket.process, line: piece[stop].text, write: nil))
                }
            }
            let isEnd = isLast
            if isEnd { perform { try self.finish(guest.number) } }
            guest.isHearing = false
            // Nobody hears what comes of the last lines of one that has gone.
            if isEnd, !socket.isGone { return }
            // What has arrived and what is being handled are never both unseen.
            _ = try? socket.waits(until: .distantFuture)
            guest.isHearing = true
            guard !isEnd, let bytes = desk.receive(from: socket) else { break }
            isLast = bytes.isEmpty
            lines = isLast ? splitter.finish() : splitter.split(bytes)
        }
        perform { try self.leave(guest.number) }
        watch?.leave(socket.process)
        guest.isHearing = false
    }

    /// Whether nothing is on its way between the session and the programs, and nothing that they sent waits to be done.
    /// Call it after `Session.flush`.
    package var isIdle: Bool {
        lock.withLock { applications.isEmpty } && guests.values.allSatisfy(\.isIdle)
    }

    /// The processes of the programs.
    package var processes: [Int32] { guests.values.compactMap { $0.program.process.map(Int32.init) } }

    /// Does something on the thread of the session, and waits for it.
    private func perform(_ work: @escaping @Sendable () throws -> Void) {
        let promise = Promise<Void>()
        session.deliver(
            .work {
                let result = Result { try work() }
                promise.complete(with: result)
                try result.get()
            })
        _ = promise.wait()
    }

    // MARK: On the thread of the session

    /// Lets those join who have asked for it.
    private func decide() throws {
        let all = lock.withLock {
            defer { applications = [] }
            return applications
        }
        for (socket, bytes) in all {
            var splitter = LineSplitter(longest: JoinRequest.longestLine)
            var lines = splitter.split(bytes[...])
            if lines.isEmpty { lines = splitter.finish() }
            guard let guest = try join(socket, lines.first) else { continue }
            let (rest, others) = (splitter, Array(lines.dropFirst()))
            Thread.launch { self.listen(to: guest, others, rest) }
        }
    }

    /// Lets a program join, if its first line asks for it.
    private func join(_ socket: PeerSocket, _ line: [UInt8]?) throws -> Guest? {
        do {
            if let request = try? AttachedRequest.read(.object(JoinRequest.object(line: line ?? []))) {
                try answer(request, socket)
                return nil
            }
            let request = try JoinRequest.read(line: line ?? [])
            guard let era = watch.map({ $0.join(socket.process) }) ?? 0 else {
                socket.hangUp()
                return nil
            }
            last += 1
            // Others may join meanwhile.
            let number = last
            let guest = try Guest(number, session, socket, request, hello, watch, era)
            guests[number] = guest
            return guest
        } catch let refusal as JoinRefusal {
            let output = GuestOutput(socket, .whole, coalesces: false)
            output.write(.error(ErrorLine(.unsupported(refusal.reason), line: nil, cause: nil)))
            output.finish()
            return nil
        }
    }

    /// Lists who is attached, or detaches one, and lists that one.
    private func answer(_ request: AttachedRequest, _ socket: PeerSocket) throws {
        // This process may have joined itself.
        let others = guests.values.filter { $0.program.process != owner.process }.sorted(by: \.number)
        var programs = [owner] + others.map(\.program)
        if request.detach != 0 {
            programs = programs.filter { $0.number == request.detach }
            guard !programs.isEmpty else {
                throw JoinRefusal("No program has the number \(request.detach). telex attach lists them.")
            }
            try end(request.detach, .detached)
        }
        var bytes = programs.flatMap(\.jsonLine)[...]
        _ = socket.write(&bytes)
        socket.hangUp()
    }

    private func handle(_ lines: [InLine], from number: Int) throws { try guests[number]?.handle(lines) }

    /// Notes that the input of a guest has ended.
    private func finish(_ number: Int) throws {
        guard let guest = guests[number] else { return }
        guest.isEnding = true
        expire(number, after: guest.drain)
        try endIfDone(number)
    }

    /// Ends a guest whose work takes longer than that, in milliseconds, unless more of a file was read meanwhile.
    private func expire(_ number: Int, after drain: Int) {
        let count = session.readCount
        session.clock.schedule(at: session.clock.now.addingTimeInterval(TimeInterval(drain) / 1000)) { [self] in
            session.deliver(
                .work {
                    guard drain > 0, let new = self.session.readCount, new != count else {
                        return try self.end(number, .drainExpired)
                    }
                    self.expire(number, after: drain)
                })
        }
    }

    /// Ends a guest whose input has ended once its work is done.
    private func endIfDone(_ number: Int) throws {
        guard let guest = guests[number], guest.isEnding else { return }
        if guest.isDone, session.isQuiet(for: number) { try end(number, .eof) }
    }

    private func end(_ number: Int, _ reason: OutLine.Bye) throws {
        guard let guest = guests.removeValue(forKey: number) else { return }
        try guest.end(reason)
    }

    private func leave(_ number: Int) throws { try guests.removeValue(forKey: number)?.leave() }

    /// Says goodbye to all, and waits until they have heard it, or for a second.
    public func end() throws {
        let outputs = guests.values.map(\.output)
        for number in guests.keys.sorted() { try end(number, .ownerLeft) }
        let deadline = Date.steady.addingTimeInterval(1)
        for output in outputs { output.wait(until: deadline) }
    }

    // MARK: Outlet

    public func release() {}

    public func discard() {}

    /// Guests whose input has ended may be done now.
    public func idle() throws {
        for number in guests.keys.sorted() { try endIfDone(number) }
    }
}

/// An attached program.
private final class Guest: @unchecked Sendable {  // the thread of the session uses all but `output` and `isHearing`
    let drain: Int
    /// Whether its input has ended.
    var isEnding = false
    let number: Int
    /// How many lines it had sent to another owner.
    let lineCount: Int
    /// What others see of it.
    let program: AttachedProgram
    private let session: Session
    private let home: WindowID
    private let isPaced: Bool
    let output: GuestOutput
    /// What the watch needs to know whether its lines count.
    let era: Int
    private let intake: LineIntake
    let socket: PeerSocket
    /// Guards `hears`, which the thread that reads sets.
    private let lock = NSLock()
    private var hears = true

    init(
        _ number: Int, _ session: Session, _ socket: PeerSocket, _ request: JoinRequest, _ hello: Hello,
        _ watch: LineWatch?, _ era: Int
    ) throws {
        self.number = number
        self.era = era
        self.socket = socket
        self.session = session
        drain = request.drain
        lineCount = Int(request.resumption?.lineCount ?? 0)
        program = AttachedProgram(
            number: number, command: request.command, process: socket.process.map(Int.init), since: session.clock.now,
            isReadOnly: request.isReadOnly)
        var hello = hello
        hello.isReadOnly = program.isReadOnly
        output = GuestOutput(
            socket, request.updates, coalesces: request.coalesces, isPaced: request.isPaced,
            from: request.resumption?.seq ?? 0, notes: request.takesNotes ? NoteTaker(request) : nil, watch: watch)
        home = WindowID.main.of(guest: number)
        isPaced = request.isPaced
        intake = LineIntake(session, output, hello, home: home, program: request.program)
        session.add(output)
        if let resumption = request.resumption {
            try intake.resume(resumption)
        } else {
            try intake.begin(request.subscribe, after: request.after)
        }
        if request.marksRead { session.markShownAsRead(in: home) }
        try session.flush()
    }

    /// Whether lines of it are being read or handled.
    var isHearing: Bool {
        get { lock.withLock { hears } }
        set { lock.withLock { hears = newValue } }
    }

    /// Whether it has read everything, and everything that it has sent was handled.
    ///
    /// The socket is looked at first: what is no longer in it is still being heard.
    var isIdle: Bool { !socket.hasArrived && !isHearing && output.isRead }

    /// Whether its requests have ended.
    var isDone: Bool { intake.unfinished.isEmpty }

    func handle(_ lines: [InLine]) throws {
        output.hear(lines)
        let lines = lines.map { $0.of(guest: number) }
        try intake.prepare(lines)
        func handleAll() throws { for line in lines { try intake.handle(line) } }
        if isPaced { return try session.together(handleAll) }
        try handleAll()
        try session.flush()
    }

    func end(_ reason: OutLine.Bye) throws {
        try intake.end(reason)
        try leave()
    }

    func leave() throws {
        session.removeSources(in: home)
        try intake.leave()
        try session.flush()
        output.finish()
        session.remove(output)
    }
}
