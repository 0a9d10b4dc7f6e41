/// Routes clock events, and schedules a wake-up for the start of the next day.
enum ClockEventRouter {
    static func route(_ event: ClockEvent, _ stamp: Stamp, region: Region, _ today: inout Today) -> Consequences {
        let next = region.nextDay(after: stamp.time)
        var consequences = Consequences(effects: [Effect(.dayChange, .wake(at: next, .clock(.dayChanged)))])
        switch event {
        case .began: consequences.follow(with: .reminder(.loading))
        case .dayChanged: today.change()
        }
        return consequences
    }
}

/// Counts the changes of day since the start, so that views that show dates are rebuilt.
struct Today {
    private(set) var revision = 0

    mutating func change() { revision += 1 }
}
