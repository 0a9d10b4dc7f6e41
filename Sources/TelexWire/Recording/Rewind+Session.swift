import TelexCore
import TelexRuntime

extension Rewind {
    /// A session that goes on from this moment, under a virtual clock, and the reader of its lines.
    ///
    /// It knows what the recording has: the store gets what came in, and the effects that were running start anew. The
    /// reader gets the views that the recorded one had from the start.
    ///
    /// - Parameters:
    ///   - store: an empty store.
    ///   - backend: makes a backend for the session's clock.
    public func session<Line>(
        _ store: any ChatStore, _ mailbox: Mailbox<Line>, to makeOutput: (Updates) -> LineOutput,
        backend: (SessionClock) -> any ChatBackend
    ) throws -> (Session, LineIntake, LineOutput) {
        let work = player.work ?? UnfinishedWork()
        // What the recording does not have, such as a chat, can be missing here.
        for change in work.saves { try? store.commit([change]) }
        player.unsubscribe()
        let clock = SessionClock.virtual(from: date ?? SessionClock.start)
        let telex = player.telex
        let session = try Session(
            region: telex.region, store: store, backend: backend(clock), clock: clock, ids: CountedIDs(),
            mailbox: mailbox, continuing: telex, after: work.lastOrder)
        let hello = Hello(
            isVirtual: true, hasWindows: true, hasCommands: true, user: header.hello.user, playsNetwork: true)
        let output = makeOutput(header.updates)
        let intake = LineIntake(session, output, hello)
        session.add(output)
        try intake.begin(header.subscribe)
        try session.resume(work.orders)
        return (session, intake, output)
    }
}
