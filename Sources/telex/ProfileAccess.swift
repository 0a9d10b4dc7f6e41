import Foundation
import TelexRuntime
import TelexStorage
import TelexWire

/// The way into a profile: as its owner, or through the telex that owns it.
enum ProfileAccess {
    case owner(Assembly<InLine>)
    /// `beginning` is what the owner has said so far.
    case guest(PeerSocket, beginning: ArraySlice<UInt8>)

    /// How long an owner may take to let others join, or to leave, in seconds.
    private static let patience: TimeInterval = 2

    /// Opens a profile, or joins the telex that owns it. One that is starting or ending is waited for.
    ///
    /// - Throws: why the profile can be neither opened nor joined.
    static func open(_ options: SessionOptions, _ request: JoinRequest) throws -> ProfileAccess {
        let deadline = Date().addingTimeInterval(patience)
        while true {
            do {
                return .owner(
                    try Assembly(options, subscribe: request.subscribe, updates: request.updates, hasWindows: true))
            } catch StoreError.locked(let path, let process) {
                let isProfile = options.storage.store == nil && options.record == nil
                if isProfile, let guest = try join(options.storage.choice.place, request) { return guest }
                if !isProfile || Date() > deadline { throw StoreError.locked(path: path, process: process) }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    /// Joins the owner; returns `nil` if it lets nobody in now.
    private static func join(_ profile: Profile, _ request: JoinRequest) throws -> ProfileAccess? {
        let socket: PeerSocket
        do { socket = try Door.connect(to: profile.socketPath) } catch Door.Refusal.closed { return nil }
        guard socket.writeAll(request.line), let beginning = socket.read(), !beginning.isEmpty else { return nil }
        return .guest(socket, beginning: beginning)
    }
}

/// The owner has ended before it had done everything.
struct OwnerLeft: Error, CustomStringConvertible {
    let description = "The telex that owned the profile has ended. Start again."
}
