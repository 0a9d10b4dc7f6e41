import ArgumentParser
import Foundation
import TelexJSON
import TelexRuntime

/// `telex tail`: prints messages as they come.
struct TailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail", _superCommandName: "telex",
        abstract: "Print the messages of all chats as they come.",
        discussion: """
            If a telex is running on the profile, the messages come through it. The command first fetches what the server \
            has; --since shows that, too. The command ends when a signal ends it, \
            as Ctrl-C does. With --cursor, the position in the messages is kept under that name once they are \
            printed, so that the next call with it goes on there.

            EXAMPLE:
              telex tail --json --match '(?i)urgent'
            """)

    @Flag(help: "Print each message as a JSON line.")
    var json = false

    @OptionGroup var filter: MessageFilter

    @OptionGroup var position: CursorOptions

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func run() throws {
        let output = FileOutput.standard
        let json = json
        let file = try position.file(choice)
        try InboxFollower(filter, after: file?.read() ?? filter.since).run(choice) { message in
            try output.write(json ? message.jsonLine : Array("\(InboxText.text(message))\n".utf8))
            // Last, so that a message that could not be printed is the next one.
            try file?.write(message.cursor)
            return true
        } pass: { cursor in
            try file?.write(cursor)
        }
    }
}
