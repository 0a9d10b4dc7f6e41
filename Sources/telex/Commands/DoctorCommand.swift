import ArgumentParser
import Foundation
import TelexRuntime
import TelexStorage
import TelexTerminal

/// `telex doctor`: looks whether all is well.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look whether all is well here: terminal, store, server; changes nothing.",
        discussion: """
            It may be used while another telex runs. A line for each thing that was looked at: one that begins with "!" says \
            what is wrong, one with "?" what could be better, and what to do. The exit code is that of the first thing that \
            is wrong.
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let kind = TerminalKind(
            isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            environment: environment)
        var code: ExitCode?
        func show(_ finding: Finding) throws {
            try FileOutput(STDOUT_FILENO).write(Array("\(finding)\n".utf8))
            if case .problem(let own) = finding.verdict, code == nil { code = own }
        }
        for finding in TerminalExam.findings(kind, environment) { try show(finding) }
        var owner: String?
        if let path = storage.path(isVirtual: false) {
            let exam = StoreExam(path, private: privateFiles())
            owner = exam.owner
            try show(exam.finding)
        } else {
            try show(Finding("store", .fine, "In memory: nothing is kept."))
        }
        try show(await BackendExam(choice: storage.choice, owner: owner).finding())
        try show(versions)
        if let code { throw code }
    }

    /// What was typed, and the profile's folder.
    private func privateFiles() -> [String] {
        let history = storage.historyPath(isVirtual: false).map { [$0] } ?? []
        return storage.store == nil ? [storage.choice.place.folder] + history : history
    }

    private var versions: Finding {
        Finding(
            "versions", .fine,
            "\(TelexCommand.configuration.version), SQLite \(StoreCheckup.sqliteVersion ?? "?"), "
                + "\(ProcessInfo.processInfo.operatingSystemVersionString).")
    }
}
