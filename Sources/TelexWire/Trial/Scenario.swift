import TelexCore
import TelexJSON
import TelexRuntime

/// A scenario of `telex try`: what others do, and what a program is expected to do.
public struct Scenario: Sendable {
    /// The most bytes that a scenario may have.
    package static let longest = 16 << 20

    public let lines: [ScenarioLine]

    public init(lines: [ScenarioLine]) { self.lines = lines }

    /// Reads the text of a scenario.
    public init(_ text: ArraySlice<UInt8>) throws(ScenarioError) {
        var splitter = LineSplitter(longest: LineError.longestLine)
        let rows = splitter.split(text) + splitter.finish()
        var lines: [ScenarioLine] = []
        for (place, row) in rows.enumerated() {
            let number = place + 1
            do { lines.append(try ScenarioLine(row, number: number)) } catch {
                throw ScenarioError(line: number, reason: error.reason)
            }
        }
        self.lines = lines
        try checkStart()
        try checkNames()
        let titles = lines.filter { if case .title = $0.step { true } else { false } }
        if titles.count > 1 {
            throw ScenarioError(
                line: titles[1].number, reason: "A scenario has one title. Put the next scenario in a file of its own.")
        }
    }

    /// Checks that nothing concerns the program before it is started.
    private func checkStart() throws(ScenarioError) {
        guard let start = lines.lastIndex(where: { $0.step == .start }) else { return }
        for line in lines[..<start] {
            switch line.step {
            case .blank, .title, .send: continue
            case .start: throw ScenarioError(line: lines[start].number, reason: "The program was started already.")
            default: throw ScenarioError(line: line.number, reason: "The program is started only in a later line.")
            }
        }
    }

    /// Checks that a line before gives each name its value.
    private func checkNames() throws(ScenarioError) {
        var known: Set<String> = []
        for line in lines {
            let (uses, gives) = line.step.names
            guard let name = uses.first(where: { !known.contains($0) }) else {
                known.formUnion(gives)
                continue
            }
            let nearest = Nearness.nearest(to: name, in: known.sorted())
            throw ScenarioError(
                line: line.number,
                reason: "No line before has the name \"\(name.prefix(64))\". "
                    + (nearest.map { "Did you mean \"\($0)\"?" }
                        ?? "Put {\"as\":…} with this name into an expect before it."))
        }
    }

    /// Whether a line says where the program is started.
    public var hasStart: Bool { lines.contains { $0.step == .start } }

    /// What the scenario is about; `nil` if it does not say.
    public var title: String? {
        lines.lazy.compactMap { if case .title(let title) = $0.step { title } else { nil } }.first
    }
}

/// Why a scenario cannot be played.
public struct ScenarioError: Error, Hashable, Sendable {
    public let line: Int
    /// What is wrong, and what to do.
    public let reason: String
}
