import Foundation
import TelexCore
import TelexJSON
import TelexWire

/// Follows the messages of all chats, from one owner of the profile to the next.
final class InboxFollower: @unchecked Sendable {  // one thread at a time uses it
    private let filter: MessageFilter
    private var cursor: InboxCursor?
    /// The id of the only chat to follow, once it is known.
    private var chat: String?
    private let start = Date()
    private let timeout: TimeInterval?
    private let notice = LogoutNotice()

    /// - Parameters:
    ///   - cursor: where to begin; `nil` for new messages only.
    ///   - timeout: how long to wait for messages, in seconds; `nil` for ever.
    init(_ filter: MessageFilter, after cursor: InboxCursor?, timeout: TimeInterval? = nil) {
        self.filter = filter
        self.cursor = cursor
        self.timeout = timeout
    }

    /// Follows the inbox of a profile.
    ///
    /// - Parameters:
    ///   - take: called with each message that the filter chooses; returns whether to go on.
    ///   - pass: called with the position after each page that was taken to its end.
    /// - Throws: `TimedOut`, what `take` and `pass` throw, or why the profile cannot be used.
    func run(
        _ choice: ProfileOptions, take: @escaping @Sendable (JSONValue) throws -> Bool,
        pass: @escaping @Sendable (InboxCursor) throws -> Void = { _ in }
    ) throws {
        try LineTalk.hold(choice) { talk in try self.follow(talk, take, pass) }
    }

    private func follow(
        _ talk: LineTalk, _ take: (JSONValue) throws -> Bool, _ pass: (InboxCursor) throws -> Void
    ) throws {
        if chat == nil, let name = filter.chat { chat = try talk.chat(name).id }
        let view = InboxViewModel.view
        try talk.subscribe(view, after: cursor)
        try talk.subscribe(ConnectionViewModel.view)
        var isComplete = false
        while let line = try talk.next(by: deadline(isComplete: isComplete), output: STDOUT_FILENO) {
            if line["gap"]?["view"]?.string == view.rawValue {
                Failures.say("The cursor is not one of this profile. Only new messages are shown.")
            }
            if line["view"]?.string == ConnectionViewModel.view.rawValue {
                notice.note(line["model"]?["statusText"]?.string ?? "")
            }
            guard line["view"]?.string == view.rawValue, let page = line["model"] else { continue }
            if let failure = ViewFailure(page) { throw failure }
            let messages = page["messages"]?.values ?? []
            for message in messages {
                let isChosen = (chat == nil || message["chatId"]?.string == chat) && filter.chooses(message)
                if isChosen, try !take(message) { return }
                advance(to: message)
            }
            advance(to: page)
            if let cursor { try pass(cursor) }
            isComplete = messages.count < RowLimit.page
        }
        throw TimedOut()
    }

    private func advance(to place: JSONValue) { cursor = place["cursor"]?.string.flatMap(InboxCursor.init) ?? cursor }

    /// How long the owner may take to show what is there already, in seconds.
    private static let patience: TimeInterval = 10

    /// - Parameter isComplete: whether all messages that were there already have been shown.
    private func deadline(isComplete: Bool) -> Date {
        guard let timeout else { return .distantFuture }
        return start.addingTimeInterval(isComplete ? timeout : max(timeout, Self.patience))
    }
}

/// No message came in time.
struct TimedOut: Error {}
