/// What a model wants done in addition to the change to its own state.
struct Consequences: Hashable {
    /// Changes to commit with the batch, before any output is released.
    var saves: [StoreChange]
    /// Work for the ports, started after the commit.
    var effects: [Effect]
    /// Events routed before the next one from outside, with the same cause.
    var followUps: [FollowUp]
    /// The outcome of the request so far; `nil` for plain success.
    var outcome: Outcome?
    /// The final outcomes of messages, by the requests that sent them, which may have ended while the messages waited.
    var ends: [Ending] = []
    /// A gap that was found.
    var gap: MissingMessages?

    struct Ending: Hashable {
        let cause: Cause
        let outcome: Outcome
    }

    init(saves: [StoreChange] = [], effects: [Effect] = [], followUps: [Event] = [], outcome: Outcome? = nil) {
        self.outcome = outcome
        self.saves = saves
        self.effects = effects
        self.followUps = followUps.map { FollowUp(event: $0) }
    }

    /// Nothing but the change of state.
    static let none = Consequences()

    /// Adds events after the follow-ups that are already there.
    mutating func follow(with events: Event...) { followUps += events.map { FollowUp(event: $0) } }

    /// The follow-ups for events that were postponed until now.
    static func postponed(_ events: [(event: Event, cause: Cause?)], in window: WindowID) -> Consequences {
        var consequences = Consequences()
        consequences.followUps = events.map {
            FollowUp(event: $0.event, window: window, cause: .some($0.cause), isPostponed: true)
        }
        return consequences
    }

    /// The same consequences, with all follow-ups in another window.
    func of(_ window: WindowID) -> Consequences {
        var addressed = self
        for index in followUps.indices { addressed.followUps[index].window = window }
        return addressed
    }

    /// Combines two sets of consequences, in order.
    static func + (first: Consequences, second: Consequences) -> Consequences {
        var both = first
        both += second
        return both
    }

    static func += (both: inout Consequences, second: Consequences) {
        both.saves += second.saves
        both.effects += second.effects
        both.followUps += second.followUps
        both.ends += second.ends
        both.gap = second.gap ?? both.gap
        if let outcome = second.outcome { both.outcome?.add(outcome) ?? (both.outcome = outcome) }
    }
}

/// An event that another event causes.
struct FollowUp: Hashable {
    let event: Event
    /// The window of the event; `nil` for the window of the event that caused it.
    var window: WindowID?
    /// The request that it belongs to, if any; `nil` for the request of the event that it follows.
    var cause: Cause??
    /// Whether it was requested earlier, and had to wait for something to be loaded.
    var isPostponed = false
}
