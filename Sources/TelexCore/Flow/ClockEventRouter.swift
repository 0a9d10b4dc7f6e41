/// Routes clock events: asks to be woken when the next day begins.
enum ClockEventRouter {
    static func route(_ event: ClockEvent, _ stamp: Stamp, region: Region, _ today: inout Today) -> Consequences {
        let next = region.nextDay(after: stamp.time)
        var consequences = Consequences(effects: [Effect(.dayChange, .wake(at: next, .clock(.dayChanged)))])
        switch event {
        case .began: consequences.follow(with: .reminderForm(.opening))
        case .dayChanged: today.change()
        }
        return consequences
    }
}

/// Counts the days that have begun since the start: every view that shows dates follows.
struct Today {
    private(set) var revision = 0

    mutating func change() { revision += 1 }
}
