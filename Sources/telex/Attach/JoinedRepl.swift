import Foundation
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex repl` on a profile that another telex owns: the same REPL, which sends its events to the owner as lines.
///
/// The REPL has a thread of its own, because this process may have to become the owner.
final class JoinedRepl: @unchecked Sendable {  // `run` hands everything over to that thread, and waits for its end
    private let link: OwnerLink
    private let inbox: JoinedSession.Inbox
    private let session: JoinedSession
    private let repl: Repl
    private let keyboard: Keyboard
    private let mailbox: Mailbox<ReplLine>
    private let drain: TimeInterval
    private let end = DispatchSemaphore(value: 0)
    private var failure: (any Error)?
    private var hasBegun = false
    /// Signalled once the owner has what was typed before a signal.
    private let saved = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - request: how to join.
    ///   - keyboard: where the lines come from; it puts them into `mailbox`.
    init(
        _ options: SessionOptions, _ request: JoinRequest, _ shows: SkinOptions, _ keyboard: Keyboard,
        _ mailbox: Mailbox<ReplLine>
    ) {
        link = OwnerLink(options, request)
        inbox = JoinedSession.Inbox(mailbox)
        session = JoinedSession(link, inbox, options.region)
        repl = keyboard.repl(session, shows, JoinedLines(session))
        self.keyboard = keyboard
        self.mailbox = mailbox
        drain = options.drain
        session.onNewOwner = { [unowned repl] in
            repl.tell("The telex that owned the profile has ended. This one goes on without it.")
        }
        session.onSilence = { [unowned repl] in repl.tell("\($0.sentence) Until then, only Ctrl-D works here.") }
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
        do {
            try link.run(
                connection, interruption, begin: { self.begin(interruption) }, part: { self.keyboard.close() },
                take: inbox.deliver)
        } catch {
            stop()
            throw error
        }
        stop()
        if let failure { throw failure }
    }

    /// How long the owner has to take what was typed before a signal, in seconds.
    private static let patience: TimeInterval = 1

    /// Ends the REPL, which has no owner any more.
    private func stop() {
        inbox.close()
        mailbox.leave()
        if hasBegun { end.wait() }
    }

    /// Starts the REPL, once.
    private func begin(_ interruption: Interruption) {
        if hasBegun { return }
        hasBegun = true
        Thread.launch { [self] in
            do {
                try repl.begin(nil)
                keyboard.begin()
                let ending = try keyboard.run(repl, session, drain: drain)
                saved.signal()
                interruption.prepares { _ in }
                switch ending {
                case .signal(let number): interruption.handle(number)
                case .failed(let reason): failure = reason
                case .ended: break
                }
            } catch {
                failure = error
                link.end()
            }
            end.signal()
        }
    }
}
