import ArgumentParser
import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import TelexStorage
import TelexWire

/// `telex wait`: waits for a message.
struct WaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", _superCommandName: "telex",
        abstract: "Wait for a message from somebody else, and print it as a JSON line.",
        discussion: """
            If a telex is running on the profile, the message comes through it. The command first fetches what the server \
            has, and waits for at most 5 seconds. With --cursor, the position in the \
            messages is kept under that name, so that the next call with it goes on there, and no message between two \
            calls is missed.

            EXAMPLE:
              telex wait --from ada --match '(?i)deploy' --timeout 10m --cursor deploy
            """)

    @OptionGroup var filter: MessageFilter

    @Option(
        help: ArgumentHelp(
            "End with exit code 75 if no message has come by then. It counts once the server's messages were fetched. 0s: "
                + "only look at those.",
            valueName: "span"),
        transform: parseDuration)
    var timeout: TimeInterval?

    @OptionGroup var position: CursorOptions

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func run() throws {
        let file = try position.file(choice)
        let start = try file?.read() ?? filter.since
        let output = FileOutput.standard
        do {
            try InboxFollower(filter, after: start, timeout: timeout).run(choice) { message in
                guard message.isFromOthers else { return true }
                try output.write(message.jsonLine)
                // Last, so that the next call gets the message again if it could not be printed.
                try file?.write(message.cursor)
                return false
            } pass: { cursor in
                try file?.write(cursor)
            }
        } catch is TimedOut { throw CommandError("No message came in time.", .unfinished) }
    }
}
