/// What of a file was skipped or changed, and why.
struct ImportProblem: Hashable, Error {
    /// The line of the file, from 1.
    let line: Int
    /// Whom or what it is about; empty if the file does not say.
    var subject = ""
    let reason: String

    /// A second item with the UID of an earlier one.
    static func repeatedUID(line: Int, subject: String, earlierLine: Int) -> ImportProblem {
        ImportProblem(
            line: line, subject: subject, reason: "has the same UID as line \(earlierLine) and got a new one")
    }
}

/// Summarizes an import as text.
enum ImportNotice {
    /// - Parameters:
    ///   - noun: what was imported, in the singular.
    ///   - pastCount: how many events were left out because they have passed.
    ///   - lists: problems, each list with its title.
    static func text(
        _ noun: String, _ count: Int, pastCount: Int = 0, _ lists: [(title: String, problems: [ImportProblem])]
    ) -> String {
        var imported = ["Imported \(count) \(noun)\(count == 1 ? "" : "s")."]
        if pastCount > 0 {
            imported.append(
                pastCount == 1
                    ? "1 event has passed, and was left out." : "\(pastCount) events have passed, and were left out.")
        }
        return (imported + lists.filter { !$0.problems.isEmpty }.map(list)).joined(separator: " ")
    }

    private static func list(_ title: String, _ problems: [ImportProblem]) -> String {
        let shown = problems.prefix(5).map { problem in
            "line \(problem.line)\(problem.subject.isEmpty ? "" : " (\(problem.subject))"): \(problem.reason)"
        }
        let more = problems.count > 5 ? "; and \(problems.count - 5) more" : ""
        return "\(title): \(shown.joined(separator: "; "))\(more)."
    }
}
