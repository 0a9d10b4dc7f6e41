/// What a model wants done beside the change to its own state.
public struct Consequences: Hashable, Sendable {
    /// What goes to disk with the batch, before any output is let go.
    public var saves: [StoreChange]
    /// Work for the ports, started after the commit.
    public var effects: [Effect]
    /// Events routed before the next one from outside, with the same cause.
    public var followUps: [Event]

    public init(saves: [StoreChange] = [], effects: [Effect] = [], followUps: [Event] = []) {
        self.saves = saves
        self.effects = effects
        self.followUps = followUps
    }

    /// Nothing beside the change of state.
    public static let none = Consequences()

    /// These, then those.
    public static func + (first: Consequences, second: Consequences) -> Consequences {
        Consequences(
            saves: first.saves + second.saves,
            effects: first.effects + second.effects,
            followUps: first.followUps + second.followUps)
    }
}
