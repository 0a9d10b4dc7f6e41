/// The channel through which a port answers an effect.
///
/// It may be called from any thread, and keeps the order of calls from one thread.
public struct Answer: Sendable {
    /// The number of the effect.
    public let effect: Int
    private let deliver: @Sendable (Delivery) -> Void

    public init(effect: Int, deliver: @escaping @Sendable (Delivery) -> Void) {
        self.effect = effect
        self.deliver = deliver
    }

    /// The same channel, which sends what `change` makes of an event, and drops it if that is `nil`.
    package func sending(_ change: @escaping @Sendable (Event) -> Event?) -> Answer {
        Answer(effect: effect) { [deliver] delivery in
            guard case .event(let event, let effect) = delivery else { return deliver(delivery) }
            if let event = change(event) { deliver(.event(event, effect: effect)) }
        }
    }

    /// Sends an event to the router.
    public func callAsFunction(_ event: Event) { deliver(.event(event, effect: effect)) }

    /// Ends the effect: no more answers will follow.
    public func end() { deliver(.ended(effect: effect)) }

    /// Has the owner look again whether all work is done, although there is nothing to answer.
    public func wake() { deliver(.work {}) }

    /// Keeps a value of the backend's own state (`LinkStore`). It is committed together with everything that this thread
    /// has answered so far.
    public func keep(_ name: String, _ value: String) { deliver(.keep(name: name, value: value)) }

    /// Runs an action once everything that this thread has answered so far is stored.
    ///
    /// The action runs on the thread that owns `Telex`. It never runs if the commit fails.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) { deliver(.afterCommit(action)) }
}

/// An answer from a port.
public enum Delivery: Sendable {
    case event(Event, effect: Int)
    case ended(effect: Int)
    /// A value of the backend's own state.
    case keep(name: String, value: String)
    /// An action to run after the commit, such as an acknowledgement to the outside.
    case afterCommit(@Sendable () -> Void)
    /// Work on the session that another thread asks for, such as the lines of an attached program.
    case work(@Sendable () throws -> Void)
}
