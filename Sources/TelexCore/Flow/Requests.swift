/// Tracks the running effects of each request, so that its end can be reported.
struct Requests {
    private struct Running {
        let id: EffectID
        /// The requests that wait for its end, in the order in which they joined.
        var causes: [Cause]
        var window: WindowID
        let isFinite: Bool
        let movesFile: Bool
    }

    /// The requests that wait for an effect, and its window.
    struct Released {
        fileprivate let causes: [Cause]
        fileprivate let window: WindowID
    }

    private var running: [Int: Running] = [:]
    /// The running effects by id, in the order in which they began.
    private var numbers: [EffectID: [Int]] = [:]
    /// The number of running finite effects of each request.
    private var open: [Cause: Int] = [:]
    private var lastNumber = 0

    /// Whether no finite effect is running.
    var isIdle: Bool { !running.values.contains { $0.isFinite } }

    /// Whether no finite effect is running, but for those that move files of others than this attached program.
    func isIdle(for guest: Int) -> Bool {
        !running.values.contains { $0.isFinite && !($0.movesFile && $0.window.guest != guest) }
    }

    /// The requests that have not ended, in the order in which they began.
    var unfinished: [Cause] { open.keys.sorted(by: \.number) }

    /// Whether the effect with that number is running.
    func isRunning(_ number: Int) -> Bool { running[number] != nil }

    /// The request that an effect's answers belong to: the one that started it.
    func cause(of number: Int) -> Cause? { running[number]?.causes.first }

    /// The requests that wait for the end of an effect.
    func causes(of number: Int) -> [Cause] { running[number]?.causes ?? [] }

    /// The running effects that a window owns.
    func effects(of window: WindowID) -> [EffectID] {
        running.sorted(by: \.key).map(\.value.id).filter { $0.window == window }
    }

    /// Detaches running effects from a closed window: their answers belong to no window.
    mutating func close(_ window: WindowID) {
        for number in running.keys where running[number]?.window == window { running[number]?.window = .closed }
    }

    /// The window for which an effect was started.
    func window(of number: Int) -> WindowID { running[number]?.window ?? .main }

    /// - Parameter replaced: the requests to adopt from the effect that this one replaces.
    mutating func begin(_ effect: Effect, cause: Cause?, replacing replaced: Released? = nil, window: WindowID) -> Int {
        lastNumber += 1
        let cause = effect.isFinite ? cause : effect.cause
        running[lastNumber] = Running(
            id: effect.id, causes: replaced?.causes ?? cause.map { [$0] } ?? [], window: replaced?.window ?? window,
            isFinite: effect.isFinite || replaced != nil, movesFile: effect.movesFile)
        numbers[effect.id, default: []].append(lastNumber)
        if effect.isFinite, let cause { open[cause, default: 0] += 1 }
        return lastNumber
    }

    /// Has another request wait for the end of a running effect.
    mutating func join(_ number: Int, _ cause: Cause) {
        running[number]?.causes.append(cause)
        open[cause, default: 0] += 1
    }

    /// The number of the last running effect with that id.
    func number(of id: EffectID) -> Int? { numbers[id]?.last }

    /// Detaches the waiting requests from a running finite effect, so that the effect that replaces it can adopt them.
    mutating func release(_ id: EffectID) -> Released? {
        guard let number = number(of: id), let replaced = running[number], replaced.isFinite else { return nil }
        running[number]?.causes = []
        return Released(causes: replaced.causes, window: replaced.window)
    }

    /// Ends an effect; returns those of its requests that have no other finite effect.
    mutating func end(_ number: Int) -> [Cause] {
        guard let ended = running.removeValue(forKey: number) else { return [] }
        numbers[ended.id]?.removeAll { $0 == number }
        if numbers[ended.id]?.isEmpty == true { numbers[ended.id] = nil }
        guard ended.isFinite else { return [] }
        return ended.causes.filter { cause in
            guard let count = open[cause] else { return false }
            open[cause] = count == 1 ? nil : count - 1
            return count == 1
        }
    }

    /// Whether no finite effect of the request is running.
    func isSettled(_ cause: Cause) -> Bool { open[cause] == nil }
}
