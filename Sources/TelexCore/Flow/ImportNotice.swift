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
    ///   - lists: problems, each list with its title.
    static func text(_ noun: String, _ count: Int, _ lists: [(title: String, problems: [ImportProblem])]) -> String {
        let imported = "Imported \(count) \(noun)\(count == 1 ? "" : "s")."
        return ([imported] + lists.filter { !$0.problems.isEmpty }.map(list)).joined(separator: " ")
    }

    private static func list(_ title: String, _ problems: [ImportProblem]) -> String {
        let shown = problems.prefix(5).map { problem in
            "line \(problem.line)\(problem.subject.isEmpty ? "" : " (\(problem.subject))"): \(problem.reason)"
        }
        let more = problems.count > 5 ? "; and \(problems.count - 5) more" : ""
        return "\(title): \(shown.joined(separator: "; "))\(more)."
    }
}
