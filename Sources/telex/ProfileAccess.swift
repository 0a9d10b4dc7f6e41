import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexStorage
import TelexWire

/// The way into a profile: as its owner, or through the telex that owns it.
enum ProfileAccess<Line: Sendable> {
    case owner(Assembly<Line>)
    case guest(OwnerConnection)

    /// How long an owner may take to let others join, or to leave, in seconds.
    private static var usualPatience: TimeInterval { 2 }

    /// Opens a profile, or joins the telex that owns it. One that is starting or ending is waited for.
    ///
    /// - Parameters:
    ///   - recorded: the views that the reader of a recording sees; `nil` for those of the request.
    ///   - hasWindows: whether lines can name windows, if this process becomes the owner.
    ///   - mailbox: receives the lines of the input, if this process becomes the owner.
    /// - Throws: why the profile can be neither opened nor joined.
    static func open(
        _ options: SessionOptions, _ request: JoinRequest, recorded: [ViewName]? = nil, hasWindows: Bool = true,
        mailbox: Mailbox<Line> = Mailbox(), patience: TimeInterval? = nil
    ) throws -> ProfileAccess {
        let deadline = Date().addingTimeInterval(patience ?? usualPatience)
        while true {
            do {
                return .owner(
                    try Assembly(
                        options, subscribe: recorded ?? request.subscribe, updates: request.updates,
                        hasWindows: hasWindows,
                        isReadOnly: request.isReadOnly, mailbox: mailbox))
            } catch StoreError.locked(let path, let process) {
                let isProfile = options.storage.store == nil && options.record == nil
                if isProfile, let connection = try OwnerConnection.open(options.storage.choice.place, request) {
                    return .guest(connection)
                }
                if !isProfile || Date() > deadline { throw StoreError.locked(path: path, process: process) }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }
}

/// A connection to the telex that owns a profile, which has let this one join.
struct OwnerConnection {
    /// Connects to the owner of a profile.
    ///
    /// - Returns: `nil` if the profile has no owner, or if that one lets nobody in now.
    static func socket(of profile: Profile) throws -> PeerSocket? {
        do { return try Door.connect(to: profile.socketPath) } catch Door.Refusal.closed { return nil }
    }

    let socket: PeerSocket
    /// What the owner has said so far. It begins with a whole line.
    let beginning: ArraySlice<UInt8>

    /// - Returns: `nil` if the profile has no owner, or if that one lets nobody in now.
    /// - Throws: `OwnerRefused`, or why its socket cannot be trusted.
    static func open(_ profile: Profile, _ request: JoinRequest) throws -> OwnerConnection? {
        guard let socket = try socket(of: profile) else { return nil }
        guard socket.writeAll(request.jsonLine) else { return nil }
        var beginning: ArraySlice<UInt8> = []
        while !beginning.contains(0x0A) {
            guard let bytes = socket.read(), !bytes.isEmpty else { return nil }
            beginning += bytes
        }
        if let refusal = OwnerRefused(beginning) { throw refusal }
        return OwnerConnection(socket: socket, beginning: beginning)
    }
}

/// The person has detached this telex from the owner of the profile.
struct Detached: Error, CustomStringConvertible {
    let description = "This telex was detached from the profile with telex attach."
}

/// The owner of the profile does not do what this telex asked for.
struct OwnerRefused: Error, CustomStringConvertible {
    let description: String

    init(description: String) { self.description = description }

    /// - Parameter answer: what the owner has said; `nil` if its first line is no error.
    init?(_ answer: some Collection<UInt8>) {
        let line = JSONValue(text: Array(answer.prefix { $0 != 0x0A })[...]) ?? .null
        guard let reason = line["error"]?["reason"]?.string else { return nil }
        description = reason
    }
}

/// The owner of the profile has ended before it had done everything.
struct OwnerLeft: Error, CustomStringConvertible {
    let description = "The telex that owned the profile has ended. Start again."
}
