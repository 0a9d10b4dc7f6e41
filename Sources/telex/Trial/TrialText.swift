import Foundation
import TelexJSON
import TelexTerminal
import TelexWire

/// Results of `telex try` as text.
enum TrialText {
    /// The most characters of a value that are shown.
    private static let width = 300
    /// How many of the last lines that the program printed are shown.
    private static let mostLines = 20

    /// A result for a person.
    ///
    /// - Parameter count: how often the scenario was played.
    static func text(_ result: TrialResult, count: Int) -> String {
        let runs = count == 1 ? "" : " (played \(count) times)"
        let head = "\(result.hasPassed ? "passed" : "FAILED")  \(name(result))\(runs)\n"
        return head + details(result).map { "    \($0)\n" }.joined()
    }

    /// A result as a line of the Test Anything Protocol, version 14, with its details in YAML.
    static func tap(_ result: TrialResult, number: Int) -> String {
        // A number sign would begin a directive.
        let name = name(result).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
        let head = "\(result.hasPassed ? "ok" : "not ok") \(number) - \(name)\n"
        if result.hasPassed { return head }
        let rows = details(result).map { "    \($0)\n" }.joined()
        return head + "  ---\n  message: \(JSONValue.string(result.reason ?? "").text)\n  details: |\n\(rows)  ...\n"
    }

    /// The line of the Test Anything Protocol after which nothing comes.
    static func bailOut(_ error: any Error) -> String {
        let reason = (error as? any CommandFailure)?.sentence ?? "\(error)"
        return "Bail out! \(HarmlessText.of(reason))\n"
    }

    private static func name(_ result: TrialResult) -> String {
        HarmlessText.of(result.scenario + (result.title.map { ": \($0)" } ?? ""))
    }

    private static func details(_ result: TrialResult) -> [String] {
        guard let reason = result.reason else { return [] }
        var rows: [String] = []
        if let killed = result.killed, let count = result.killedAfter {
            let what = killed == TrialPrograms.Target.command.rawValue ? "The program" : "Its telex"
            rows.append(
                "\(what) was killed after line \(count) between them\(result.killedLine.map { ": \(shown($0))" } ?? ".")"
            )
        }
        if let seed = result.seed { rows.append("To play this order again: --chaos --seed \(seed)") }
        rows.append((result.line.map { "Line \($0): " } ?? "") + HarmlessText.of(reason))
        if let expected = result.expected { rows.append("  expected: \(shown(expected))") }
        if let nearest = result.nearest {
            rows.append("  \(result.expected == nil ? "it was:   " : "nearest:  ")\(shown(nearest))")
        }
        rows += result.differences.map { difference in
            "  \(HarmlessText.of(difference.place)): \(difference.actual.map(shown) ?? "missing"), not \(shown(difference.expected))"
        }
        if case .object(let names)? = result.names {
            rows += names.members.map { "  {\"as\":\(JSONValue.string($0.name).text)} is \(shown($0.value))" }
        }
        rows.append("What happened:")
        if result.left > 0 { rows.append("  … \(result.left) more before this") }
        rows += result.history.map { deed in
            let who = deed.line.map { "line \($0)" } ?? "program"
            let time = InternetDate.text(deed.date).dropFirst(11).prefix { $0 != "Z" && $0 != "+" }
            return "  \(time)  \(who.padding(toLength: 9, withPad: " ", startingAt: 0))\(cut(deed.text))"
        }
        if let ending = result.ending { rows.append(ending) }
        if let output = result.output {
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map {
                HarmlessText.of(String($0))
            }
            let last = (lines.last == "" ? lines.dropLast() : lines[...]).suffix(mostLines)
            rows.append("It printed\(last.count < lines.count - 1 ? " in the end" : ""):")
            rows += last.map { "  \(cut($0))" }
        }
        return rows
    }

    private static func shown(_ value: JSONValue) -> String { cut(value.text) }

    private static func cut(_ text: String) -> String {
        let start = text.prefix(width)
        return HarmlessText.of(String(start)) + (start.endIndex == text.endIndex ? "" : "…")
    }
}
