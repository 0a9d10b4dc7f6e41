/// What a model wants done beside the change to its own state.
struct Consequences: Hashable {
    /// What goes to disk with the batch, before any output is let go.
    var saves: [StoreChange]
    /// Work for the ports, started after the commit.
    var effects: [Effect]
    /// Events routed before the next one from outside, with the same cause.
    var followUps: [FollowUp]
    /// The outcome of the request so far; `nil` for plain success.
    var outcome: Outcome?
    /// What messages have come to, by the requests that sent them; those may have ended while the messages waited.
    var ends: [Ending] = []
    /// What was found to be missing.
    var gap: Gap?

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

    /// Nothing beside the change of state.
    static let none = Consequences()

    /// Has an event routed after those that follow already.
    mutating func follow(with events: Event...) { followUps += events.map { FollowUp(event: $0) } }

    /// What was asked for, and had to wait until now.
    static func postponed(_ events: [Event], in window: WindowID) -> Consequences {
        var consequences = Consequences()
        consequences.followUps = events.map { FollowUp(event: $0, window: window, isPostponed: true) }
        return consequences
    }

    /// The same, of a window that need not be the one that the event came from.
    func of(_ window: WindowID) -> Consequences {
        var addressed = self
        for index in followUps.indices { addressed.followUps[index].window = window }
        return addressed
    }

    /// These, then those.
    static func + (first: Consequences, second: Consequences) -> Consequences {
        var both = first
        both.saves += second.saves
        both.effects += second.effects
        both.followUps += second.followUps
        both.ends += second.ends
        both.gap = second.gap ?? both.gap
        if let outcome = second.outcome { both.outcome?.add(outcome) ?? (both.outcome = outcome) }
        return both
    }
}

/// An event that follows from another.
struct FollowUp: Hashable {
    let event: Event
    /// The window that it comes from; `nil` for that of the event which it follows.
    var window: WindowID?
    /// Whether it was asked for, and had to wait for something to be loaded.
    var isPostponed = false
}
