import ArgumentParser
import Foundation
import TelexRuntime
import TelexStorage

/// `telex unread`: prints the number of unread messages, for scripts and prompts.
struct UnreadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", _superCommandName: "telex",
        abstract: "Print the number of unread messages that are not muted.",
        discussion: """
            It first fetches what the server has, and waits for at most 5 seconds. It can run while another telex uses \
            the profile.
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions

    func run() throws {
        let path = try storage.file(orSay: "has nothing to count")
        let silence = try fetch(path)
        try FileOutput.standard.write("\(try UnreadTotal.total(path: path))\n")
        if let silence { throw silence }
    }

    /// Stores what the server has. Without a server, only another telex can have something to store.
    ///
    /// - Returns: why the telex that owns the profile has not done so; `nil` if it has.
    private func fetch(_ path: String) throws -> OwnerSilent? {
        guard storage.store == nil, try storage.choice.place.account() != nil || StoreLock.holder(path).isHeld else {
            return nil
        }
        do { try ProfileClient.hold(storage.choice) { try $0.fetch() } } catch let error as OwnerSilent {
            return error
        } catch let error as StoreError {
            // What is stored can be counted even so.
            Failures.say(error.description)
        }
        return nil
    }
}
