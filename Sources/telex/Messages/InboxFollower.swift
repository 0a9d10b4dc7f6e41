import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexWire

/// Follows the messages of all chats, from one owner of the profile to the next.
final class InboxFollower: @unchecked Sendable {  // one thread at a time uses it
    private let filter: MessageFilter
    private var cursor: InboxCursor?
    /// The only chat to follow, once it is known.
    private var chat: ChatID?
    /// When everything had been fetched that the server had, as far as it could be reached; `nil` before that.
    private var start: Date?
    private let timeout: TimeInterval?
    /// Whether it was said that the profile is logged out.
    private var hasSaidLogout = false

    /// - Parameters:
    ///   - cursor: where to begin; `nil` for new messages only.
    ///   - timeout: how long to wait for messages, in seconds, once those that the server has were fetched; `nil` for
    ///     ever.
    init(_ filter: MessageFilter, after cursor: InboxCursor?, timeout: TimeInterval? = nil) {
        self.filter = filter
        self.cursor = cursor
        self.timeout = timeout
    }

    /// Follows the inbox of a profile.
    ///
    /// - Parameters:
    ///   - interruption: stops the work when a signal comes; `nil` for the usual one.
    ///   - take: called with each message that the filter chooses; returns whether to go on.
    ///   - pass: called with the position after each page that was taken to its end.
    /// - Throws: `TimedOut`, what `take` and `pass` throw, or why the profile cannot be used.
    func run(
        _ choice: ProfileOptions, _ interruption: Interruption? = nil,
        take: @escaping @Sendable (InboxViewModel.Row) throws -> Bool,
        pass: @escaping @Sendable (InboxCursor) throws -> Void = { _ in }
    ) throws {
        let deadline = timeout.map { Date.steady.addingTimeInterval($0) } ?? .distantPast
        try ProfileClient.hold(choice, interruption, retryingUntil: deadline) { client in
            try self.follow(client, take, pass)
        }
    }

    private func follow(
        _ client: ProfileClient, _ take: (InboxViewModel.Row) throws -> Bool, _ pass: (InboxCursor) throws -> Void
    ) throws {
        if start == nil { hasSaidLogout = try client.fetch() }
        let start = start ?? Date.steady
        self.start = start
        if chat == nil, let name = filter.chat { chat = try client.chat(name).chat }
        try client.subscribe(InboxViewModel.view, after: cursor)
        try client.subscribe(ConnectionViewModel.view)
        var isComplete = false
        var connection: ConnectionViewModel?
        while let line = try client.next(by: deadline(since: start, isComplete: isComplete), output: STDOUT_FILENO) {
            if case .gap(.arrivals) = line {
                Failures.say("The cursor is not one of this profile. Only new messages are shown.")
            }
            if let model = line.model as? ConnectionViewModel { connection = model }
            // What is stored comes first.
            if isComplete, let connection { try check(connection) }
            guard let page = line.model as? InboxViewModel else { continue }
            if let failure = CommandError(view: page) { throw failure }
            for message in page.messages {
                let isChosen = (chat == nil || message.chat == chat) && filter.chooses(message)
                if isChosen, try !take(message) { return }
                cursor = message.cursor
            }
            cursor = page.cursor ?? cursor
            if let cursor { try pass(cursor) }
            isComplete = page.messages.count < RowLimit.page
            if isComplete, let connection { try check(connection) }
        }
        throw TimedOut()
    }

    /// Ends the command if no message can come until the user logs in again.
    private func check(_ connection: ConnectionViewModel) throws {
        guard connection.needsLogin else { return }
        if hasSaidLogout { throw ExitCode.refused }
        throw CommandError(connection.statusText, .refused)
    }

    /// - Parameter isComplete: whether all messages that were there already have been shown.
    private func deadline(since start: Date, isComplete: Bool) -> Date {
        guard let timeout else { return .distantFuture }
        let end = start.addingTimeInterval(timeout)
        return isComplete ? end : max(end, Date.steady.addingTimeInterval(PeerSocket.handshakePatience))
    }
}

/// No message came in time.
struct TimedOut: Error {}
