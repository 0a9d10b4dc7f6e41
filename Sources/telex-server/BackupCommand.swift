import ArgumentParser
import TelexServer

/// `telex-server backup`: copies the server's file, even while the server runs.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the server's file, also while the server runs.",
        discussion: """
            To restore a backup: stop the server, run telex-server restore with the copy, and start the server.
            """)

    @Argument(help: ArgumentHelp("The copy to create. It must not exist yet.", valueName: "path"), completion: .file())
    var path: String
    @OptionGroup var storage: StoreOptions

    func run() throws {
        try storage.check()
        try Backup.make(of: storage.path, at: path)
    }
}
