import Foundation
import TelexRuntime
import TelexStorage
import TelexWire

/// A process that talks with the owner of a profile. If the profile has none, this process owns it meanwhile, and joins
/// itself.
struct ProfileMember: Sendable {
    let options: SessionOptions
    /// What to ask for when joining an owner.
    let request: @Sendable () -> JoinRequest
    /// What to say and hear. It is repeated with the next owner if one leaves, so what it asks for must be asked for in
    /// the same words, under the same id.
    let talk: @Sendable (OwnerConnection) throws -> Void
    /// Called before a signal ends the process.
    var part: @Sendable () throws -> Void = {}
    /// Until when to try again if the owner does not answer, and say so. `TimedOut` is thrown then; `OwnerSilent` if
    /// this is in the distant past.
    var retriesUntil = Date.distantPast
    /// Whether nothing is asked for that changes the profile, so that it need not be writable.
    var onlyReads = false

    /// How long the next owner may take to take up the work of the last one, in seconds.
    private static let patience: TimeInterval = 10

    /// Talks until all is said.
    ///
    /// - Parameters:
    ///   - connection: the first owner, if it is known.
    ///   - interruption: stops the work when a signal comes.
    /// - Throws: what `talk` throws, or why the profile cannot be used.
    func run(_ connection: OwnerConnection? = nil, _ interruption: Interruption = Interruption()) throws {
        var access: ProfileAccess<InLine> =
            try connection.map(ProfileAccess.guest) ?? open(interruption)
        while true {
            switch access {
            case .owner(let assembly): return try own(assembly, interruption)
            case .guest(let connection):
                interruption.stops { _ in connection.socket.hangUp() }
                do { return try talk(connection) } catch is OwnerLeft {}
            }
            if let number = interruption.number { try end(by: number) }
            access = try open(interruption, patience: Self.patience)
        }
    }

    private func open(
        _ interruption: Interruption, patience: TimeInterval? = nil
    ) throws -> ProfileAccess<InLine> {
        var hasSaid = false
        while true {
            do {
                return try ProfileAccess.open(options, request(), onlyReads: onlyReads, patience: patience)
            } catch let error as OwnerSilent {
                if let number = interruption.number { try end(by: number) }
                if retriesUntil == .distantPast { throw error }
                if !hasSaid { Failures.say(error.sentence) }
                hasSaid = true
                if Date.steady >= retriesUntil { throw TimedOut() }
            }
        }
    }

    private func own(_ assembly: Assembly<InLine>, _ interruption: Interruption) throws {
        let (session, mailbox) = (assembly.session, assembly.mailbox)
        interruption.stops { mailbox.interrupt($0) }
        assembly.letOthersJoin()
        try session.begin()
        try session.flush()
        let socket = assembly.joinItself()
        let promise = Promise<Void>()
        Thread.launch {
            let result = Result {
                guard let socket, let connection = try OwnerConnection.open(itself: socket, request()) else {
                    throw Door.Refusal.closed
                }
                try talk(connection)
            }
            mailbox.leave()
            promise.complete(with: result)
        }
        // All is said, so the files of others do not matter. What a server that cannot be reached was asked for is asked for again by the next telex.
        session.waitsForOldFiles = false
        let loop = SessionLoop(session, mailbox, drain: session.telex.isOnline ? options.drain : 0)
        let ending = try loop.run { _ in true }
        assembly.close()
        let result = promise.wait()
        if case .signal(let number) = ending { try end(by: number) }
        try result.get()
    }

    private func end(by number: CInt) throws -> Never {
        try part()
        Signals.end(by: number)
    }
}
