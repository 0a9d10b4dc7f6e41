import ArgumentParser
import TelexServer

/// `telex-server backup`: a copy of the server's file, also while the server runs.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a copy of the server's file; also while the server runs.",
        discussion: """
            To go back to it: stop the server, put the copy in the place of the file, remove the files beside it that end \
            in -wal and -shm, and start the server. Clients notice.
            """)

    @Argument(help: ArgumentHelp("Where the copy goes; nothing may be there.", valueName: "path"), completion: .file())
    var path: String
    @OptionGroup var storage: StoreOptions

    func run() throws {
        try storage.check()
        try ServerStore.backUp(storage.path, to: path)
    }
}
