import ArgumentParser

/// The result of one check.
struct Finding: CustomStringConvertible {
    enum Verdict: Equatable {
        case fine
        /// It works, but not as well as it could.
        case warning
        /// - Parameter code: the exit code for this problem.
        case problem(ExitCode)
    }

    let subject: String
    let verdict: Verdict
    let text: String

    init(_ subject: String, _ verdict: Verdict, _ text: String) {
        self.subject = subject
        self.verdict = verdict
        self.text = text
    }

    var description: String {
        let mark =
            switch verdict {
            case .fine: " "
            case .warning: "?"
            case .problem: "!"
            }
        return "\(mark) \(subject): \(text)"
    }
}
