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
    private var guests: [Int: Guest] = [:]
    private var last = 0

    /// - Parameters:
    ///   - hello: what lines can do in this session.
    ///   - command: the command that this process runs.
    public init(_ session: Session, _ hello: Hello, command: String) {
        self.session = session
        // What speaks for the network is refused.
        self.hello = Hello(
            isVirtual: false, hasWindows: true, hasCommands: false, user: hello.user, playsNetwork: false)
        owner = AttachedProgram(
            number: 0, command: command, process: Int(getpid()), since: session.clock.now, isReadOnly: hello.isReadOnly)
    }

    /// Reads from a program that has connected, on a thread of its own, until it leaves.
    public func welcome(_ socket: PeerSocket) {
        Thread.launch { [self] in
            var splitter = LineSplitter(longest: JoinRequest.longestLine)
            // The number of the last line from it.
            var number = 0
            var guest: Int?
            var hasAsked = false
            while let bytes = socket.read() {
                var lines: [[UInt8]?] = []
                if bytes.isEmpty {
                    splitter.finish { lines.append($0.map(Array.init)) }
                } else {
                    splitter.split(bytes) { lines.append($0.map(Array.init)) }
                }
                var decoded: [InLine] = []
                for line in lines {
                    if hasAsked {
                        number += 1
                        let isTooLong = line.map { $0.count > LineError.longestLine } ?? true
                        decoded.append(LineDecoder.decode(isTooLong ? nil : line?[...], number: number))
                    } else {
                        hasAsked = true
                        if let place = perform({ try self.join(socket, line) }) { (guest, number) = place }
                    }
                }
                guard let guest else { if hasAsked || bytes.isEmpty { break } else { continue } }
                let isLast = bytes.isEmpty
                let taken = decoded
                perform { try self.handle(taken, from: guest, isLast: isLast) }
                if isLast {
                    // Nobody hears what comes of its last lines.
                    if socket.isGone { perform { try self.leave(guest) } }
                    return
                }
            }
            guard let guest else {
                // A refusal is still being written.
                if !hasAsked { socket.hangUp() }
                return
            }
            perform { try self.leave(guest) }
        }
    }

    /// Does something on the thread of the session, and waits for it.
    @discardableResult
    private func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value?) -> Value? {
        let promise = Promise<Value?>()
        session.deliver(
            .work {
                let result = Result { try work() }
                promise.complete(with: result)
                _ = try result.get()
            })
        return try? promise.wait().get()
    }

    // MARK: On the thread of the session

    /// Lets a program join, if its first line asks for it; returns its number, and how many lines it had sent before.
    private func join(_ socket: PeerSocket, _ line: [UInt8]?) throws -> (guest: Int, lineCount: Int)? {
        do {
            if let request = try? AttachedRequest.read(.object(JoinRequest.object(line: line ?? []))) {
                try answer(request, socket)
                return nil
            }
            let request = try JoinRequest.read(line: line ?? [])
            last += 1
            // Others may join meanwhile.
            let number = last
            guests[number] = try Guest(number, session, socket, request, hello)
            return (number, Int(request.resumption?.lineCount ?? 0))
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

    private func handle(_ lines: [InLine], from number: Int, isLast: Bool) throws {
        guard let guest = guests[number] else { return }
        try guest.handle(lines)
        guard isLast else { return }
        guest.isEnding = true
        let limit = session.clock.now.addingTimeInterval(TimeInterval(guest.drain) / 1000)
        session.clock.schedule(at: limit) { [self] in
            session.deliver(.work { try self.end(number, .drainExpired) })
        }
        try endIfDone(number)
    }

    /// Ends a guest whose input has ended once its work is done.
    private func endIfDone(_ number: Int) throws {
        guard let guest = guests[number], guest.isEnding else { return }
        if guest.isDone, session.isQuiet { try end(number, .eof) }
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
        let deadline = Date().addingTimeInterval(1)
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
private final class Guest {
    let drain: Int
    /// Whether its input has ended.
    var isEnding = false
    let number: Int
    /// What others see of it.
    let program: AttachedProgram
    private let session: Session
    private let home: WindowID
    private let isPaced: Bool
    let output: GuestOutput
    private let intake: LineIntake

    init(_ number: Int, _ session: Session, _ socket: PeerSocket, _ request: JoinRequest, _ hello: Hello) throws {
        self.number = number
        self.session = session
        drain = request.drain
        program = AttachedProgram(
            number: number, command: request.command, process: socket.process.map(Int.init), since: session.clock.now,
            isReadOnly: request.isReadOnly)
        var hello = hello
        hello.isReadOnly = program.isReadOnly
        output = GuestOutput(
            socket, request.updates, coalesces: request.coalesces, isPaced: request.isPaced,
            from: request.resumption?.seq ?? 0)
        home = WindowID.main.of(guest: number)
        isPaced = request.isPaced
        intake = LineIntake(session, output, hello, home: home)
        session.add(output)
        if let resumption = request.resumption {
            try intake.resume(resumption)
        } else {
            try intake.begin(request.subscribe, after: request.after)
        }
        if request.marksRead { session.markShownAsRead(in: home) }
        try session.flush()
    }

    /// Whether its requests have ended.
    var isDone: Bool { intake.unfinished.isEmpty }

    func handle(_ lines: [InLine]) throws {
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
        session.stopMarking(in: home)
        try intake.leave()
        try session.flush()
        output.finish()
        session.remove(output)
    }
}
