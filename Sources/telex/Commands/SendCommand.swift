import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexRuntime
import TelexWire

/// `telex send`: sends one message.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", _superCommandName: "telex",
        abstract: "Send one message to a chat.",
        discussion: """
            Without TEXT, the standard input is the message. If a telex is running on the profile, the message goes \
            through it. The command ends once the server has the message. Without a connection, it stores the message, \
            which is sent the next time telex is connected.

            EXAMPLE:
              make; telex send ada "The build has ended with $?."
            """)

    @Argument(
        help: "The chat: its id, or the beginning of its title.",
        completion: .names { words, _ in Completions.chats(words, isArgument: true) })
    var chat: String

    @Argument(help: ArgumentHelp("The message.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp("Answer the message with this id, which telex wait prints.", valueName: "message-id"))
    var replyTo: String?

    @Flag(help: "Send an action, shown after your name: telex send --me ada waves.")
    var me = false

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func run() throws {
        let text = try text ?? Self.input()
        if text.allSatisfy(\.isWhitespace) { throw ValidationError("The message is empty.") }
        let (name, replyTo, me) = (chat, replyTo, me)
        // With the same id, the message is sent once, even if it has to be asked for again.
        let id = MessageID(RandomIDs().next(order: 0))
        try ProfileClient.hold(choice) { client in
            let offline = try client.waitForConnection()
            let chat = try client.chat(name)
            let message = OutgoingMessage(
                chat: chat.chat, text: text, kind: me ? .emote : .text, message: id,
                replyTo: replyTo.map { MessageID($0) })
            try Self.conclude(try client.ask(.message(.sending(message))), chat.title, offline: offline)
        }
    }

    /// The standard input, without a newline at its end.
    private static func input() throws -> String {
        let input = try FileInput(descriptor: STDIN_FILENO).rest()
        guard var text = String(validating: input, as: UTF8.self) else {
            throw ValidationError("The message is not valid UTF-8.")
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }

    /// - Parameter offline: the connection if telex is offline; `nil` if it is online.
    private static func conclude(_ outcome: Outcome, _ title: String, offline: ConnectionViewModel?) throws {
        switch outcome.kind {
        // An owner that has left since had taken the message.
        case .sent, .done, .ignored: break
        case .waiting:
            Failures.say(
                "The message is stored, and is sent the next time telex is connected. \(offline?.statusText ?? "Earlier messages are waiting, too.")"
            )
            if offline?.needsLogin == true { throw ExitCode.refused }
        case .refused, .failed:
            Failures.say("The message to \(title) was not sent. \(outcome.reason ?? "The server refused it.")")
            throw ExitCode.refused
        }
    }
}
