import Foundation
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex repl` on a profile that another telex owns: the same REPL, which sends its events to the owner as lines.
final class JoinedRepl: @unchecked Sendable {  // `run` hands everything over to another thread, and waits for its end
    private let session: JoinedSession
    private let repl: Repl
    private let keyboard: Keyboard
    private let mailbox: Mailbox<ReplLine>
    private let drain: TimeInterval
    private let end = Promise<Void>()
    /// Signalled once the owner has what was typed before a signal.
    private let saved = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - request: how to join.
    ///   - keyboard: where the lines come from; it puts them into `mailbox`.
    init(
        _ options: SessionOptions, _ request: JoinRequest, _ shows: SkinOptions, _ keyboard: Keyboard,
        _ mailbox: Mailbox<ReplLine>
    ) {
        session = JoinedSession(options, request, mailbox)
        repl = keyboard.repl(session, shows, JoinedLines(session))
        self.keyboard = keyboard
        self.mailbox = mailbox
        drain = options.drain
        session.tell = { [unowned repl] in repl.tell($0) }
    }

    /// Runs the REPL until the person leaves.
    ///
    /// - Parameter connection: the first owner.
    func run(_ connection: OwnerConnection, _ interruption: Interruption) throws {
        defer { keyboard.close() }
        let (mailbox, saved) = (mailbox, saved)
        interruption.prepares { number in
            mailbox.interrupt(number)
            _ = saved.wait(timeout: .now() + Self.patience)
        }
        let parting = Result {
            try session.link.run(
                connection, interruption, speak: { self.end.complete(with: Result { try self.talk(interruption) }) },
                part: { self.keyboard.close() }, take: session.inbox.deliver)
        }
        // The REPL has no owner any more.
        session.inbox.close()
        mailbox.leave()
        let ending = end.wait()
        try parting.get()
        try ending.get()
    }

    /// How long the owner has to take what was typed before a signal, in seconds.
    private static let patience: TimeInterval = 1

    /// Runs the REPL until the person leaves, or no owner is left.
    private func talk(_ interruption: Interruption) throws {
        try repl.begin(nil)
        keyboard.begin()
        let ending = try keyboard.run(repl, session, drain: drain)
        saved.signal()
        interruption.prepares { _ in }
        switch ending {
        case .signal(let number): interruption.handle(number)
        case .failed(let reason): throw reason
        case .ended: break
        }
    }
}
