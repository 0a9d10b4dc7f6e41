import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexStorage
import TelexWire

/// A conversation in lines with the telex that has the profile open, for a command that does one thing.
final class LineTalk: @unchecked Sendable {  // one thread at a time uses it
    private let socket: PeerSocket
    private var splitter = LineSplitter(longest: .max)
    private var lines: [[UInt8]] = []

    private init(_ profile: Profile, subscribe: [ViewName]) throws {
        socket = try Door.connect(to: profile.socketPath)
        try write(JoinRequest(subscribe: subscribe).line)
    }

    private func write(_ line: [UInt8]) throws {
        var bytes = line[...]
        while !bytes.isEmpty { if !socket.write(&bytes) { throw OwnerLeft() } }
    }

    /// Sends a line.
    func send(_ line: [String: Any]) throws {
        try write(Array(JSONSerialization.data(withJSONObject: line)) + [0x0A])
    }

    /// Waits for the next line.
    func next() throws -> [String: Any] {
        while lines.isEmpty {
            guard let bytes = socket.read(), !bytes.isEmpty else { throw OwnerLeft() }
            splitter.take(bytes) { line in if let line { lines.append(Array(line)) } }
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

    /// Talks to the telex that has the profile open. If there is none, this process opens the profile meanwhile.
    ///
    /// - Throws: what `body` throws, or why the profile cannot be used.
    static func hold(
        _ choice: ProfileOptions, subscribe: [ViewName], _ body: @escaping @Sendable (LineTalk) throws -> Void
    ) throws {
        let profile = choice.place
        let options = try SessionOptions.parse(["--profile", choice.profile])
        if let notice = try options.storage.makeFolder(isVirtual: false) { Failures.say(notice) }
        let assembly: Assembly<InLine>
        do { assembly = try Assembly(options, subscribe: []) } catch let error as StoreError {
            guard case .locked = error else { throw error }
            let talk: LineTalk
            do { talk = try LineTalk(profile, subscribe: subscribe) } catch Door.Refusal.closed { throw error }
            return try body(talk)
        }
        Signals.deliver([SIGTERM, SIGINT, SIGHUP], to: assembly.mailbox)
        assembly.letOthersJoin()
        try assembly.session.receive(.chat(.loading))
        try assembly.session.flush()
        let result = Outcome()
        let mailbox = assembly.mailbox
        let thread = Thread {
            do { try body(LineTalk(profile, subscribe: subscribe)) } catch { result.error = error }
            mailbox.leave()
        }
        thread.stackSize = 1 << 20
        thread.start()
        let ending = try SessionLoop(assembly.session, mailbox, drain: options.drain).run { _ in true }
        assembly.close()
        if case .signal(let number) = ending { Signals.end(by: number) }
        if let error = result.error { throw error }
    }

    private final class Outcome: @unchecked Sendable {  // the mailbox orders its uses
        var error: (any Error)?
    }
}

/// The telex that had the profile open has ended before the command was done.
struct OwnerLeft: Error, CustomStringConvertible {
    let description = "The telex that had the profile open has ended. Start again."
}
