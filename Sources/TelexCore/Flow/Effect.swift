import Foundation

/// Work for the outside world, as a value. A port performs it and answers with events.
public struct Effect: Hashable, Sendable {
    /// The id by which it can be cancelled. A new effect replaces a running one with the same id, unless it is ordered.
    public let id: EffectID
    public let work: Work
    /// The request to which a standing effect reports its outcome. A finite effect belongs to the request of its event.
    public let cause: Cause?

    public init(_ id: EffectID, _ work: Work, cause: Cause? = nil) {
        self.id = id
        self.work = work
        self.cause = cause
    }

    public enum Work: Hashable, Sendable {
        /// Query the store; finite.
        case load(StoreQuery)
        /// Send the backend a request; finite.
        case ask(BackendRequest)
        /// Work with the files that messages bring; finite.
        case file(FileRequest)
        /// Keep a channel of the backend open until it is cancelled; standing.
        case hold(BackendChannel)
        /// Resend a request that had to wait; standing, unless it replaces a request that is running.
        case resend(BackendRequest)
        /// Send the event at this time; standing.
        case wake(at: Date, Event)
        /// Cancel the running effects with this id.
        case cancel
        /// Cancel the running effects with this id, and tell their requests this outcome.
        case stop(Outcome)

        /// Whether several requests can wait for it: while it is running, the same work is not started again.
        var isShared: Bool {
            switch self {
            case .load(.allContacts), .load(.reminders), .ask(.fetch): true
            default: false
            }
        }

        /// Whether the backend performs it after the running work with the same id, which it does not replace.
        var isOrdered: Bool {
            switch self {
            case .ask(.edit), .ask(.react), .ask(.change): true
            default: false
            }
        }

        /// Whether it takes so long that what is known should be shown before.
        public var isLong: Bool { self == .load(.chats(first: nil)) }

        /// Whether it belongs to no request, and can be batched with later work.
        var isBackground: Bool {
            if case .load(.inbox) = self { true } else { false }
        }
    }

    /// Whether a request waits for its end.
    public var isFinite: Bool {
        switch work {
        case .load, .ask, .file: true
        case .hold, .resend, .wake, .cancel, .stop: false
        }
    }

    /// Whether it retries a request that nobody waits for. If the original request is still running, its requests wait for
    /// this one instead. Otherwise the answer belongs to no window.
    var isRetry: Bool {
        switch work {
        case .resend(.configure), .resend(.ignore), .resend(.markRead): true
        default: false
        }
    }

    /// Whether it uploads or downloads a file.
    var movesFile: Bool {
        switch work {
        case .ask(.fetch): true
        case .ask(.post(let message)): message.file.map { $0.source == nil } == true
        default: false
        }
    }
}

/// Identifies an effect while it is running.
public enum EffectID: Hashable, Sendable {
    case loadChats, loadOtherChats, loadOutbox, loadContacts, loadReminders
    case connect, push
    case dayChange, nextReminder, nextSnoozed, nextDeletion, nextMuteEnd, nextHeld
    case post(MessageKey)
    case revise(MessageKey)
    case react(MessageKey, String)
    case markRead(ChatID)
    case loadEnd(ChatID)
    case invitation(ChatID)
    case change(ChatID, GroupChange)
    case configure(ChatID)
    case ignore(UserID)
    case report(MessageKey)
    case takeFile(MessageKey), fetchFile(FileID), settleFile(FileID), findUses(FileID), listFiles
    /// Each has a number of its own, so that it replaces none.
    case saveFile(Int), waitForFile(Int)
    // These belong to one window, so that they do not replace the effects of another.
    case loadHistory(WindowID), socket(WindowID), typing(WindowID)
    case create(WindowID), search(WindowID), suggestions(WindowID), messageSearch(WindowID), inbox(WindowID)
    case serverSearch(WindowID), serverCheck(WindowID)

    /// The window that owns the effect; `nil` if it concerns all windows.
    var window: WindowID? {
        switch self {
        case .loadHistory(let window), .socket(let window), .typing(let window), .create(let window),
            .search(let window), .suggestions(let window), .messageSearch(let window), .inbox(let window),
            .serverSearch(let window), .serverCheck(let window):
            window
        case .loadChats, .loadOtherChats, .loadOutbox, .loadContacts, .loadReminders, .connect, .push, .dayChange,
            .nextReminder, .nextSnoozed, .nextDeletion, .nextMuteEnd, .nextHeld, .post, .revise, .react, .markRead,
            .loadEnd,
            .invitation, .change, .configure, .ignore, .report,
            .takeFile, .fetchFile, .saveFile, .settleFile, .findUses, .listFiles, .waitForFile:
            nil
        }
    }
}

/// The work of an effect, with the number for its answers.
public struct EffectOrder: Hashable, Sendable {
    public let number: Int
    public let work: Effect.Work
}
