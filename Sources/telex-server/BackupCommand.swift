import ArgumentParser
import TelexServer

/// `telex-server backup`: copies the server's file, even while the server runs.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the server's file, also while the server runs.",
        discussion: """
            The content of files goes to a folder beside the copy, with ".files" after its name. On the same disk, these are \
            second names of the same files. Keep the copy and the folder together.

            To restore a backup: stop the server, run telex-server restore with the copy, and start the server.
            """)

    @Argument(help: ArgumentHelp("The copy to create. It must not exist yet.", valueName: "path"), completion: .file())
    var path: String
    @OptionGroup var storage: StoreOptions

    func run() throws {
        try storage.check()
        let missing = try Backup.make(of: storage.path, at: path)
        if missing > 0 {
            ServerCommand.warn(
                "the backup lacks \(missing) file\(missing == 1 ? "" : "s"), whose content is missing or damaged: see telex-server doctor"
            )
            throw ExitCode(1)
        }
    }
}
