import Foundation
import TelexBot
import TelexJSON
import TelexRuntime
import TelexWire

/// Plays scenarios, each as often as the options ask for.
final class Trials: @unchecked Sendable {  // `lock` guards `run`
    let settings: TrialRun.Settings
    let kills: Bool
    /// The seeds of the orders in which each scenario is played, besides its own.
    let seeds: [UInt64]
    private let lock = NSLock()
    private var run: TrialRun?

    init(_ settings: TrialRun.Settings, kills: Bool, seeds: [UInt64]) {
        self.settings = settings
        self.kills = kills
        self.seeds = seeds
    }

    /// Plays a scenario.
    ///
    /// - Parameter path: its file.
    /// - Returns: the first failure, or that it passed; and how often it was played.
    func play(_ scenario: Scenario, _ path: String) throws -> (TrialResult, count: Int) {
        defer { end() }
        var result = TrialResult(scenario: path, title: scenario.title)
        let usual = try begin(TrialRun(scenario, settings))
        usual.describe(try usual.play(), &result)
        var count = 1
        if kills, result.hasPassed { try playKills(scenario, usual, &result, &count) }
        for seed in seeds where result.hasPassed {
            var random = SeededRandom(seed: seed)
            let run = try begin(TrialRun(scenario, settings))
            run.describe(try run.play(ScenarioChaos(scenario, using: &random)), &result)
            count += 1
            if !result.hasPassed { result.seed = Int64(clamping: seed) }
        }
        return (result, count)
    }

    /// Plays a scenario again and again, each time with a kill one line later.
    private func playKills(
        _ scenario: Scenario, _ usual: TrialRun, _ result: inout TrialResult, _ count: inout Int
    ) throws {
        let most = usual.programs.lineCount
        var progress = Progress("kills", patience: 0)
        defer { progress.finish() }
        for target in TrialPrograms.Target.allCases where most > 0 {
            for place in 1...most {
                progress.show(count, of: most * TrialPrograms.Target.allCases.count)
                let run = try begin(
                    TrialRun(scenario, settings, kill: TrialPrograms.Kill(target: target, place: place)))
                var failure = try run.play()
                count += 1
                // With other timing, there can be fewer lines.
                guard run.programs.wasKilled else { break }
                if failure == nil, let remains = run.remains, let before = usual.remains,
                    let difference = remains.difference(from: before)
                {
                    failure = TrialRun.Failure(reason: "The chats are not as without the kill. \(difference)")
                }
                guard let failure else { continue }
                run.describe(failure, &result)
                (result.killed, result.killedAfter) = (target.rawValue, place)
                result.killedLine = run.programs.lastLine.map { JSONValue(text: Array($0.utf8)[...]) ?? .string($0) }
                return
            }
        }
    }

    /// Plays a scenario, and returns its text with expectations that fit what happened; `nil` if they do already.
    func update(_ scenario: Scenario, _ path: String) throws -> (text: String?, TrialResult) {
        defer { end() }
        var result = TrialResult(scenario: path, title: scenario.title)
        let hasExpectations = scenario.lines.contains { $0.isExpectation }
        if hasExpectations, try begin(TrialRun(scenario, settings)).play() == nil { return (nil, result) }
        let run = try begin(TrialRun(scenario, settings))
        let (text, failure) = try run.update()
        run.describe(failure, &result)
        return (failure == nil ? text : nil, result)
    }

    private func begin(_ run: TrialRun) -> TrialRun {
        lock.withLock { self.run = run }
        return run
    }

    private func end() { lock.withLock { run = nil } }

    /// Kills the program that runs, and removes its home.
    func abandon() { lock.withLock { run }?.abandon() }
}
