import ArgumentParser
import Foundation
import TelexCompletion
import TelexServer

/// Starts the program. SwiftPM names this function `main` when it links.
@_cdecl("telex_server_main")
func start(_ count: CInt, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) -> CInt {
    ServerCommand.main(ProcessArguments(count, arguments))
    return 0
}

/// `telex-server`: a chat server for telex.
struct ServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "telex-server",
        abstract: "A chat server for telex.",
        discussion: """
            To begin: telex-server run, and in another window telex-server user add ada, which prints an invitation. \
            Whoever has it logs in with: telex login http://127.0.0.1:8520

            EXIT CODES:
            \(ExitCodes.text)
            """,
        version: "telex-server 0.1.0",
        subcommands: [RunCommand.self, UserCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self])

    /// Runs a command, then returns or ends the process. Like all commands, it is synchronous: an asynchronous `main` ends
    /// the main thread with pthread_exit(3), for which the C library loads libgcc_s.so.1.
    static func main(_ arguments: ProcessArguments) {
        umask(0o077)
        // A file size limit is then reported as a write error, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        let limit = OpenFiles.raiseLimit()
        if limit < OpenFiles.least {
            warn("this process may open \(limit) files, and needs \(OpenFiles.least): ulimit -n \(OpenFiles.least)")
            exit(withError: ExitCode(71))
        }
        do {
            try run(arguments.texts)
            // What was printed may still be in a buffer.
            if fflush(nil) != 0 {
                warn("cannot write the output: \(String(cString: strerror(errno)))")
                throw ExitCode(74)
            }
        } catch let error as ServerError {
            warn("\(error)")
            exit(withError: ExitCodes.code(error))
        } catch {
            exit(withError: error)
        }
    }

    private static func run(_ arguments: [String]) throws {
        if let script = CompletionScript.requested(of: ServerCommand.self, arguments) { return print(script) }
        do {
            var command = try parseAsRoot(arguments)
            if let problem = ProcessFolder.problem() {
                warn(problem)
                throw ExitCode(71)
            }
            try command.run()
        } catch {
            guard exitCode(for: error) == .success else { throw error }
            // Help, which must be written like all else.
            print(fullMessage(for: error))
        }
    }

    /// Prints a message to the standard error. A failure is ignored, because there is nowhere to report it.
    static func warn(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("telex-server: \(message)\n".utf8))
    }
}

/// The exit codes. Those from 64 on are from sysexits.h.
enum ExitCodes {
    /// A summary for `--help`. ExitCodes.md of `telex`, the source of the manual page, lists them all.
    static let text = """
          0  success
         64  invalid arguments
         65-78  a file, address or certificate failed: see the error message
        """

    static func code(_ error: ServerError) -> ExitCode {
        switch error {
        case .corrupt, .newer, .older, .badBackup: ExitCode(65)
        case .noUser, .userExists, .removedName: ExitCode(67)
        case .cannotListen, .running, .severalNames, .mounted: ExitCode(69)
        case .tooManyOpenFiles: ExitCode(71)
        case .inaccessible, .full, .noRoomForFiles, .exists: ExitCode(73)
        case .replaced, .incompleteBackup: ExitCode(74)
        case .busy: ExitCode(75)
        case .badCertificate: ExitCode(78)
        default: ExitCode(64)
        }
    }
}

/// The option for the path of the server's file.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's file. (default: $XDG_DATA_HOME/telex-server/server.sqlite, or ~/.local/share/… when that is not set)",
            valueName: "path"),
        completion: .file())
    var store: String?

    /// Opens the file, runs `body` with it, and closes it.
    ///
    /// - Parameter makes: whether to create the file if there is none.
    func using(makes: Bool = false, _ body: (ServerStore) throws -> Void) throws {
        if !makes { try check() }
        let store = try ServerStore(path: path)
        defer { try? store.close() }
        try store.using(body)
    }

    /// - Throws: `ServerError.inaccessible` if there is no file.
    func check() throws {
        let path = try path
        if !FileManager.default.fileExists(atPath: path) {
            throw ServerError.inaccessible(path: path, reason: "no such file")
        }
    }

    var path: String {
        get throws {
            if let store { return store }
            let environment = ProcessInfo.processInfo.environment
            if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
                return "\(data)/telex-server/server.sqlite"
            }
            let home =
                environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
                ?? getpwuid(geteuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
            guard let home else {
                ServerCommand.warn("cannot find your home folder. Set HOME, or name a file with --store")
                throw ExitCode(78)
            }
            return "\(home)/.local/share/telex-server/server.sqlite"
        }
    }
}
