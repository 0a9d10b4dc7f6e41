import ArgumentParser
import Foundation

/// `telex serve`: starts the server, if it is installed.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Start telex-server, if it is installed.",
        discussion: "Passes its arguments on to: telex-server run")

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Arguments of telex-server run.", valueName: "arguments"))
    var arguments: [String] = []

    func run() throws {
        let beside = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
        let folders =
            [beside].compactMap(\.self)
            + (TelexCommand.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for folder in folders {
            let path = "\(folder)/telex-server"
            guard FileManager.default.isExecutableFile(atPath: path) else { continue }
            var words: [UnsafeMutablePointer<CChar>?] = ([path, "run"] + arguments).map { strdup($0) }
            words.append(nil)
            execv(path, words)
        }
        throw CommandError(
            "Cannot find telex-server next to telex or in $PATH. Scripts/telex-server builds and runs it.",
            .unavailable)
    }
}
