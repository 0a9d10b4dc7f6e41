import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexWire

extension JSONValue {
    /// The model of a view, if this line has one.
    func model(of view: ViewName) -> JSONValue? { self["view"]?.string == view.rawValue ? self["model"] : nil }
}

/// A conversation in lines with the owner of a profile, for a command that does one thing.
final class LineTalk: @unchecked Sendable {  // one thread at a time uses it
    private let socket: PeerSocket
    private var splitter = LineSplitter(longest: .max)
    private var lines: [[UInt8]] = []

    /// Talks with the owner of a profile. If it has none, this process owns it meanwhile.
    ///
    /// - Parameters:
    ///   - deadline: until when to try again if the owner does not answer.
    ///   - body: what to say and hear. It is repeated if the owner leaves, so what it asks for must be asked for in the
    ///     same words, under the same id.
    /// - Throws: what `body` throws, or why the profile cannot be used.
    static func hold(
        _ choice: ProfileOptions, retryingUntil deadline: Date = .distantPast,
        _ body: @escaping @Sendable (LineTalk) throws -> Void
    ) throws {
        let options = try SessionOptions.parse(["--profile", choice.profile])
        try options.storage.findFolder()
        let member = ProfileMember(
            options: options, request: { JoinRequest(subscribe: [], command: Arguments.current.name) },
            talk: { try body(LineTalk($0)) }, retriesUntil: deadline)
        try member.run()
    }

    private init(_ connection: OwnerConnection) {
        socket = connection.socket
        receive(connection.beginning)
    }

    private func receive(_ bytes: ArraySlice<UInt8>) {
        splitter.split(bytes) { line in if let line { lines.append(Array(line)) } }
    }

    /// Sends a line.
    func send(_ line: JSONValue) throws {
        // The session of this process reads it in the end.
        let deadline = isOwner ? .distantFuture : Date().addingTimeInterval(PeerSocket.handshakePatience)
        let isWritten: Bool
        do { isWritten = try socket.writeAll(line.bytes + [0x0A], until: deadline) } catch {
            throw OwnerSilent(socket.process)
        }
        if !isWritten { throw OwnerLeft() }
    }

    /// Whether this process is the owner.
    private var isOwner: Bool { socket.process == getpid() }

    /// Subscribes to a view.
    ///
    /// - Parameter cursor: where the inbox resumes, if it is that view; `nil` for new messages only.
    func subscribe(_ view: ViewName, after cursor: InboxCursor? = nil) throws {
        let line: JSONValue = ["subscribe": [.string(view.rawValue)]]
        try send(cursor.map { line.with(["after": .string($0.text)]) } ?? line)
    }

    func unsubscribe(_ view: ViewName) throws { try send(["unsubscribe": [.string(view.rawValue)]]) }

    /// Waits for the next line; returns `nil` if none has come by then.
    ///
    /// - Parameter output: a descriptor that this command writes to. The command ends if its reader leaves.
    func next(by deadline: Date, output: CInt? = nil) throws -> JSONValue? {
        while lines.isEmpty {
            guard try socket.waits(until: deadline, output: output) else { return nil }
            guard let bytes = socket.read(), !bytes.isEmpty else { throw OwnerLeft() }
            receive(bytes)
        }
        let line = JSONValue(text: lines.removeFirst()[...]) ?? .null
        switch line["bye"]?.string {
        case nil: return line
        case OutLine.Bye.detached.rawValue: throw CommandError.detached
        default: throw OwnerLeft()
        }
    }

    /// Waits for the next line, which may need the server's answer.
    ///
    /// - Throws: `OwnerSilent` if the owner does not even answer a line that changes nothing.
    func next() throws -> JSONValue {
        var isAsking = false
        while true {
            if let line = try next(by: Date().addingTimeInterval(PeerSocket.handshakePatience)) { return line }
            if isOwner { continue }
            if isAsking { throw OwnerSilent(socket.process) }
            isAsking = true
            try send(["unsubscribe": [], "id": "alive"])
        }
    }

    /// Waits for the next model of a view.
    func model(of view: ViewName) throws -> JSONValue {
        while true {
            if let model = try next().model(of: view) { return model }
        }
    }

    /// Sends an event as a request; returns the line that answers it.
    func ask(_ event: JSONValue) throws -> JSONValue {
        try send(event.with(["id": "1"]))
        while true {
            let line = try next()
            if line["settled"]?.string == "1" || line["error"] != nil { return line }
        }
    }
}
