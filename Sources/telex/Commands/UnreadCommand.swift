import ArgumentParser
import Foundation
import TelexRuntime
import TelexStorage

/// `telex unread`: prints the number of unread messages, for scripts and prompts.
struct UnreadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", _superCommandName: "telex",
        abstract: "Print the number of unread messages.",
        discussion: "It can run while another telex uses the profile.")

    @OptionGroup(title: "Store") var storage: StoreOptions

    func run() throws {
        guard let path = storage.path(isVirtual: false) else {
            throw ValidationError("A store in memory has nothing to count. Leave out --store, or name a file.")
        }
        try FileOutput(STDOUT_FILENO).write(Array("\(try UnreadTotal.total(path: path))\n".utf8))
    }
}
