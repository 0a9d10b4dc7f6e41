/// The way back for whoever carries out an effect.
///
/// It may be called from any thread and keeps the order in which one thread calls it.
public struct Answer: Sendable {
    /// The number of the effect that is answered.
    public let effect: Int
    private let deliver: @Sendable (Delivery) -> Void

    public init(effect: Int, deliver: @escaping @Sendable (Delivery) -> Void) {
        self.effect = effect
        self.deliver = deliver
    }

    /// Sends an event on its way to the router.
    public func callAsFunction(_ event: Event) { deliver(.event(event, effect: effect)) }

    /// Says that the effect has ended: nothing more will come of it.
    public func end() { deliver(.ended(effect: effect)) }

    /// Runs an action once everything that this thread has answered so far is stored.
    ///
    /// The action runs on the thread that owns `Telex`. It never runs if the commit fails.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) { deliver(.afterCommit(action)) }
}

/// What comes back from a port.
public enum Delivery: Sendable {
    case event(Event, effect: Int)
    case ended(effect: Int)
    /// The port acknowledges something to the outside, which must be stored first.
    case afterCommit(@Sendable () -> Void)
}
