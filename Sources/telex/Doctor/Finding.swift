import ArgumentParser

/// What a look at one thing has shown.
struct Finding: CustomStringConvertible {
    enum Verdict: Equatable {
        case fine
        /// It works, but not as well as it could.
        case warning
        /// - Parameter code: that with which telex would end, or refuse, for this.
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
