import Foundation

/// Work for the outside, named as a value; a port carries it out and answers with events.
public struct Effect: Hashable, Sendable {
    /// By what name it can be cancelled. A new effect under the name of one that is under way replaces it.
    public let id: EffectID
    public let work: Work
    /// The request that a standing effect's outcome still belongs to; a finite effect takes its event's.
    public let cause: Cause?

    public init(_ id: EffectID, _ work: Work, cause: Cause? = nil) {
        self.id = id
        self.work = work
        self.cause = cause
    }

    public enum Work: Hashable, Sendable {
        /// Ask the store; finite.
        case load(StoreQuery)
        /// Ask the backend for something that ends; finite.
        case ask(BackendRequest)
        /// Ask the backend for something that goes on until it is cancelled; standing.
        case hold(BackendChannel)
        /// Send again what waits; standing, for nobody waits for it any more.
        case resend(BackendRequest)
        /// Bring the event at the time; standing.
        case wake(at: Date, Event)
        /// End the effect of that id, if it is under way.
        case cancel

        /// Whether it belongs to no request, and can be batched with later work.
        var isBackground: Bool {
            if case .load(.inbox) = self { true } else { false }
        }
    }

    /// Whether somebody waits for its end.
    public var isFinite: Bool {
        switch work {
        case .load, .ask: true
        case .hold, .resend, .wake, .cancel: false
        }
    }
}

/// Names an effect for as long as it is under way.
public enum EffectID: Hashable, Sendable {
    case loadChats, loadOutbox, loadContacts, loadReminders
    case connect, push
    case dayChange, nextReminder
    case post(MessageKey)
    case revise(MessageKey)
    case markRead(ChatID)
    case invitation(ChatID)
    // What one window wants replaces nothing that another waits for.
    case loadHistory(WindowID), socket(WindowID), typing(WindowID)
    case create(WindowID), search(WindowID), suggestions(WindowID), inbox(WindowID)

    /// The window that alone wants the effect; `nil` for one that concerns all.
    var window: WindowID? {
        switch self {
        case .loadHistory(let window), .socket(let window), .typing(let window), .create(let window),
            .search(let window), .suggestions(let window), .inbox(let window):
            window
        case .loadChats, .loadOutbox, .loadContacts, .loadReminders, .connect, .push, .dayChange, .nextReminder, .post,
            .revise, .markRead, .invitation:
            nil
        }
    }
}
