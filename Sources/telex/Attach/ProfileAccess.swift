import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexStorage
import TelexWire

/// The way into a profile: as its owner, or through the telex that owns it.
enum ProfileAccess<Line: Sendable> {
    case owner(Assembly<Line>)
    case guest(OwnerConnection)

    /// How long an owner may take to let others join, or to leave, in seconds.
    private static var usualPatience: TimeInterval { 2 }

    /// Opens a profile, or joins the telex that owns it. One that is starting or ending is waited for. Under `telex try`,
    /// joins that, whatever the options say.
    ///
    /// - Parameters:
    ///   - hasWindows: whether lines can name windows, if this process becomes the owner.
    ///   - onlyReads: whether a profile that cannot be written is read into memory.
    ///   - mailbox: receives the lines of the input, if this process becomes the owner.
    /// - Throws: why the profile can be neither opened nor joined.
    static func open(
        _ options: SessionOptions, _ request: JoinRequest, hasWindows: Bool = true, onlyReads: Bool = false,
        mailbox: Mailbox<Line> = Mailbox(), patience: TimeInterval? = nil
    ) throws -> ProfileAccess {
        if let trial = TrialHome.current {
            guard let connection = try OwnerConnection.open(trial, request) else {
                throw CommandError("The telex try that started this program has ended.", .unavailable)
            }
            return .guest(connection)
        }
        let deadline = Date.steady.addingTimeInterval(patience ?? usualPatience)
        var isCopied = false
        while true {
            do {
                return .owner(
                    try Assembly(
                        options, updates: request.updates, hasWindows: hasWindows, isReadOnly: request.isReadOnly,
                        isCopied: isCopied, mailbox: mailbox))
            } catch let error as StoreError where error.allowsReading && onlyReads && !isCopied {
                isCopied = true
            } catch StoreError.locked(let path, let process) {
                let isProfile = options.storage.store == nil && options.record == nil
                if isProfile, let connection = try OwnerConnection.open(options.storage.choice.place, request) {
                    return .guest(connection)
                }
                if !isProfile || Date.steady > deadline { throw StoreError.locked(path: path, process: process) }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }
}

/// A connection to the telex that owns a profile, which has let this one join.
struct OwnerConnection {
    /// Asks the owner of a profile.
    ///
    /// - Parameters:
    ///   - patience: how long it may take to answer, in seconds.
    ///   - isWhole: whether these bytes are the whole answer. It also ends with the connection.
    /// - Returns: `nil` if the profile has no owner, or if that one lets nobody in now.
    /// - Throws: `OwnerSilent`, or why its socket cannot be trusted.
    static func ask(
        _ profile: Profile, _ line: [UInt8], patience: TimeInterval = PeerSocket.handshakePatience,
        _ isWhole: (ArraySlice<UInt8>) -> Bool
    ) throws -> (PeerSocket, answer: ArraySlice<UInt8>)? {
        do {
            let socket = try Door.connect(to: profile.socketPath)
            // So `telex try` knows what the program that reads the output has not read.
            if TrialHome.current != nil { socket.keepsUntilHandled(output: STDOUT_FILENO) }
            do {
                return (socket, try socket.ask(line, until: Date.steady.addingTimeInterval(patience), isWhole))
            } catch { throw OwnerSilent(socket.process) }
        } catch Door.Refusal.closed {
            return nil
        } catch Door.Refusal.silent {
            throw OwnerSilent(StoreLock.holder(profile.storePath).process)
        }
    }

    /// Why the owner of a profile does not answer; `nil` if it does, or lets nobody in.
    static func silence(of profile: Profile) -> OwnerSilent? {
        do {
            _ = try ask(profile, AttachedRequest().jsonLine) { _ in false }
            return nil
        } catch { return error as? OwnerSilent }
    }

    let socket: PeerSocket
    /// What the owner has said so far. It begins with a whole line.
    let beginning: ArraySlice<UInt8>

    /// - Returns: `nil` if the profile has no owner, or if that one lets nobody in now.
    /// - Throws: `OwnerSilent`, why the owner refuses, or why its socket cannot be trusted.
    static func open(_ profile: Profile, _ request: JoinRequest) throws -> OwnerConnection? {
        try ask(profile, request.jsonLine) { $0.contains(0x0A) }.flatMap { try OwnerConnection($0, $1) }
    }

    /// Joins this process itself, which answers in the end.
    ///
    /// - Returns: `nil` if it ends before that.
    static func open(itself socket: PeerSocket, _ request: JoinRequest) throws -> OwnerConnection? {
        try OwnerConnection(socket, try socket.ask(request.jsonLine, until: .distantFuture) { $0.contains(0x0A) })
    }

    private init?(_ socket: PeerSocket, _ beginning: ArraySlice<UInt8>) throws {
        guard beginning.contains(0x0A) else { return nil }
        if let refusal = CommandError(owner: beginning) { throw refusal }
        (self.socket, self.beginning) = (socket, beginning)
    }
}

/// The owner of the profile does not answer. It keeps its lock, so nobody takes its place.
struct OwnerSilent: CommandFailure {
    let sentence: String
    let exitCode = ExitCode.unavailable

    /// - Parameter process: the owner; `nil` if unknown.
    init(_ process: Int32?) {
        let name = process.map { "Process \($0)" } ?? "Another process"
        sentence =
            if let process, ProcessState.isStopped(process) {
                "\(name) has the profile open, but is stopped. Continue it: type fg in its terminal, or kill -CONT \(process)."
            } else {
                "\(name) has the profile open, but does not answer. The program that reads its output may have stopped. "
                    + "Continue that program, or end the process\(process.map { ": kill \($0)" } ?? "")."
            }
    }
}

/// The owner of the profile has ended before it had done everything.
struct OwnerLeft: CommandFailure {
    let exitCode = ExitCode.unavailable
    let sentence = "The telex that owned the profile has ended. Start again."
}
