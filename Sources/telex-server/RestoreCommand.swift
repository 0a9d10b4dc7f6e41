import ArgumentParser
import Foundation
import TelexServer

/// `telex-server restore`: replaces the server's file with a backup.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the server's file with a backup. Stop the server first.",
        discussion: """
            It checks the backup first. The replaced file stays beside the new one, under a name that it prints. After the \
            next start, clients notice and fetch everything again. Never replace the file by other means while a server runs.
            """)

    @Argument(help: ArgumentHelp("The backup, which stays as it is.", valueName: "path"), completion: .file())
    var path: String
    @OptionGroup var storage: StoreOptions

    func run() throws {
        let replaced = try Backup.restore(path, to: storage.path)
        print("restored \(try storage.path) from \(path)")
        if let replaced { print("the replaced file is \(replaced)") }
        for finding in try Checkup(path: storage.path).fileFindings() where finding.isBad { print(finding) }
    }
}
