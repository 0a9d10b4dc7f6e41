import ArgumentParser
import TelexCore

/// `telex send`: sends one message.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", _superCommandName: "telex",
        abstract: "Send one message to a chat.",
        discussion: """
            Without TEXT, the standard input is the message. If a telex is running on the profile, the message goes \
            through it. The command ends once the server has the message. Without a connection, or if the server cannot \
            accept the message now or does not answer within 20 seconds, the command stores the message, says so, and \
            ends with 0. The message is sent the next time telex is connected.

            EXAMPLE:
              make; telex send ada "The build has ended with $?."
            """)

    @OptionGroup var message: MessageOptions

    @Flag(help: "Send an action, shown after your name: telex send --me ada waves.")
    var me = false

    @OptionGroup var author: ProgramOption

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func validate() throws {
        if me, message.file != nil { throw ValidationError("An action cannot have a file. Leave out --me or --file.") }
    }

    func run() throws {
        let posting = try message.posting(choice, as: me ? .emote : .text)
        try ProfileClient.hold(choice, as: author.program, keeping: message.room.keepFiles) { _ = try posting.send($0) }
    }
}
