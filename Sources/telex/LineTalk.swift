import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexWire

/// A conversation in lines with the owner of a profile, for a command that does one thing.
final class LineTalk: @unchecked Sendable {  // one thread at a time uses it
    private let socket: PeerSocket
    private var splitter = LineSplitter(longest: .max)
    private var lines: [[UInt8]] = []

    private init(_ socket: PeerSocket, _ beginning: ArraySlice<UInt8>) {
        self.socket = socket
        take(beginning)
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        splitter.take(bytes) { line in if let line { lines.append(Array(line)) } }
    }

    /// Sends a line.
    func send(_ line: [String: Any]) throws {
        let bytes = try Array(JSONSerialization.data(withJSONObject: line)) + [0x0A]
        if !socket.writeAll(bytes) { throw OwnerLeft() }
    }

    /// Waits for the next line.
    func next() throws -> [String: Any] {
        while lines.isEmpty {
            guard let bytes = socket.read(), !bytes.isEmpty else { throw OwnerLeft() }
            take(bytes)
        }
        let line = try JSONSerialization.jsonObject(with: Data(lines.removeFirst())) as? [String: Any] ?? [:]
        if line["bye"] != nil { throw OwnerLeft() }
        return line
    }

    /// Sends an event as a request; returns the line that answers it.
    func ask(_ event: [String: Any]) throws -> [String: Any] {
        try send(event.merging(["id": "1"]) { $1 })
        while true {
            let line = try next()
            if line["settled"] as? String == "1" || line["error"] != nil { return line }
        }
    }

    // MARK: Joining or opening

    /// How long to try again when owners come and go, in seconds.
    private static let patience: TimeInterval = 10

    /// Talks to the owner of a profile. If it has none, this process owns it meanwhile.
    ///
    /// - Parameter body: what to say and hear. It is repeated if the owner leaves, so what it asks for must be asked for
    ///   in the same words, under the same id.
    /// - Throws: what `body` throws, or why the profile cannot be used.
    static func hold(
        _ choice: ProfileOptions, subscribe: [ViewName], _ body: @escaping @Sendable (LineTalk) throws -> Void
    ) throws {
        let options = try SessionOptions.parse(["--profile", choice.profile])
        if let notice = try options.storage.makeFolder(isVirtual: false) { Failures.say(notice) }
        let deadline = Date().addingTimeInterval(patience)
        while true {
            switch try ProfileAccess.open(options, JoinRequest(subscribe: subscribe)) {
            case .owner(let assembly): return try own(assembly, options, subscribe, body)
            case .guest(let socket, let beginning):
                do { return try body(LineTalk(socket, beginning)) } catch let error as OwnerLeft {
                    if Date() > deadline { throw error }
                }
            }
        }
    }

    /// Owns the profile, and joins itself as another process would.
    private static func own(
        _ assembly: Assembly<InLine>, _ options: SessionOptions, _ subscribe: [ViewName],
        _ body: @escaping @Sendable (LineTalk) throws -> Void
    ) throws {
        let mailbox = assembly.mailbox
        Signals.deliver([SIGTERM, SIGINT, SIGHUP], to: mailbox)
        assembly.letOthersJoin()
        try assembly.session.receive(.chat(.loading))
        try assembly.session.flush()
        let talk = Talk()
        let thread = Thread {
            do {
                guard
                    case .guest(let socket, let beginning) = try ProfileAccess.open(
                        options, JoinRequest(subscribe: subscribe))
                else { throw OwnerLeft() }
                try body(LineTalk(socket, beginning))
            } catch { talk.error = error }
            mailbox.leave()
        }
        thread.stackSize = 1 << 20
        thread.start()
        let ending = try SessionLoop(assembly.session, mailbox, drain: options.drain).run { _ in true }
        assembly.close()
        if case .signal(let number) = ending { Signals.end(by: number) }
        if let error = talk.error { throw error }
    }

    /// How a conversation on another thread has ended.
    private final class Talk: @unchecked Sendable {  // the mailbox orders its uses
        var error: (any Error)?
    }
}
