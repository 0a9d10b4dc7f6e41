import ArgumentParser
import Foundation
import TelexRuntime
import TelexStorage
import TelexTerminal

/// `telex doctor`: checks the terminal, store, files and server.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the terminal, store, files and server.",
        discussion: """
            It changes nothing, unless an option says so, and can run while another telex uses the profile. It prints a line for each check. "!" marks a problem, "?" a \
            possible improvement. The line says what to do. The exit code is that of the first problem.

            Files that messages bring are compared with the messages: the lengths of all, and the hashes of the shortest, up to \
            100 MB together.
            """)

    @Flag(
        name: .customLong("rebuild-index"),
        help: "Before the checks, make the search index anew from the messages. No other telex may run.")
    var rebuildsIndex = false

    @OptionGroup(title: "Store") var storage: StoreOptions

    func run() throws {
        let environment = TelexCommand.environment
        let kind = TerminalKind(
            isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            environment: environment)
        var code: ExitCode?
        func show(_ finding: Finding) throws {
            try FileOutput.standard.write("\(finding)\n")
            if case .problem(let own) = finding.verdict, code == nil { code = own }
        }
        if rebuildsIndex { try rebuildIndex() }
        for finding in TerminalExam.findings(kind, environment) { try show(finding) }
        var owner: String?
        if let path = storage.path(isVirtual: false), let folder = storage.filesPath(isVirtual: false) {
            var files = FilesExam(folder)
            let exam = StoreExam(path, private: privateFiles()) { files.note($0) }
            owner = exam.owner
            try show(exam.finding)
            if let finding = silentOwner(path) { try show(finding) }
            try show(files.finding(isWhole: exam.isWhole))
        } else {
            for subject in ["store", "files"] { try show(Finding(subject, .fine, "In memory: nothing is kept.")) }
        }
        try show(BackendExam(choice: storage.choice, owner: owner).finding())
        try show(versions)
        if let code { throw code }
    }

    private func rebuildIndex() throws {
        let path = try storage.file(orSay: "has no search index")
        guard FileManager.default.fileExists(atPath: path) else { return }
        let lock = try StoreLock(path)
        let store = try SQLiteStore(path: path, durability: .full)
        defer { store.close() }
        try store.rebuildIndex()
        withExtendedLifetime(lock) {}
    }

    /// The finding that the process that has locked the store does not answer.
    private func silentOwner(_ path: String) -> Finding? {
        let (isHeld, process) = StoreLock.holder(path)
        guard isHeld else { return nil }
        let silence: OwnerSilent? =
            if process.map(ProcessState.isStopped) == true { OwnerSilent(process) } else {
                storage.store == nil ? OwnerConnection.silence(of: storage.choice.place) : nil
            }
        return silence.map { Finding("owner", .problem($0.exitCode), $0.sentence) }
    }

    /// The history file and the profile's folder, which only the user may read.
    private func privateFiles() -> [String] {
        let history = storage.historyPath(isVirtual: false).map { [$0] } ?? []
        return storage.store == nil ? [storage.choice.place.folder] + history : history
    }

    private var versions: Finding {
        Finding(
            "versions", .fine,
            "\(TelexCommand.configuration.version), SQLite \(StoreCheckup.sqliteVersion), "
                + "\(ProcessInfo.processInfo.operatingSystemVersionString).")
    }
}
