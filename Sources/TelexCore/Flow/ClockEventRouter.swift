/// Routes clock events: asks to be woken when the next day begins.
enum ClockEventRouter {
    static func route(_ event: ClockEvent, _ stamp: Stamp, region: Region, _ modules: [any Module]) -> Consequences {
        var followUps: [Event] = []
        switch event {
        case .began: followUps = [.reminderForm(.opening)]
        case .dayChanged: for module in modules { module.refresh() }
        }
        let next = region.nextDay(after: stamp.time)
        return Consequences(effects: [Effect(.dayChange, .wake(at: next, .clock(.dayChanged)))], followUps: followUps)
    }
}
