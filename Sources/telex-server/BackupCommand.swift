import ArgumentParser
import TelexServer

/// `telex-server backup`: copies the server's file, even while the server runs.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the server's file, also while the server runs.",
        discussion: """
            To restore a backup: stop the server, replace the file with the copy, remove the files beside it that end in \
            -wal and -shm, and start the server. Clients notice and fetch everything again.
            """)

    @Argument(help: ArgumentHelp("The copy to create. It must not exist yet.", valueName: "path"), completion: .file())
    var path: String
    @OptionGroup var storage: StoreOptions

    func run() throws {
        try storage.check()
        try ServerStore.backUp(storage.path, to: path)
    }
}
