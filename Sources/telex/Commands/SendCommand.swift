import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime

/// `telex send`: sends one message.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send one message to a chat.",
        discussion: """
            Without TEXT, the standard input is the message. If a telex is running on the profile, the message goes \
            through it. The command ends once the server has the message. Without a connection, it stores the message, \
            which is sent the next time telex is connected.

            EXAMPLE:
              make; telex send Ada "The build has ended with $?."
            """)

    @Argument(help: "The chat: its title, the beginning of it, or its id.")
    var chat: String

    @Argument(help: ArgumentHelp("The message.", valueName: "text"))
    var text: String?

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func run() throws {
        let text = try text ?? Self.input()
        if text.allSatisfy(\.isWhitespace) { throw ValidationError("The message is empty.") }
        let chat = chat
        // With the same id, the message is sent once, even if it has to be asked for again.
        let id = RandomIDs().next(order: 0)
        try LineTalk.hold(choice, subscribe: [ChatListViewModel.view]) { talk in
            let row = try Self.find(chat, talk)
            let answer = try talk.ask([
                "event": "message.sending", "chatId": row.chat, "text": text, "messageId": id,
            ])
            try Self.conclude(answer, row.title)
        }
    }

    /// The standard input, without a newline at its end.
    private static func input() throws -> String {
        var text = try String(validating: FileHandle.standardInput.readToEnd() ?? Data(), as: UTF8.self)
        if text == nil { throw ValidationError("The message is not valid UTF-8.") }
        if text?.hasSuffix("\n") == true { text?.removeLast() }
        return text ?? ""
    }

    private struct Row { let chat, title: String }

    /// Finds a chat by its id, its title, or the beginning of its title.
    private static func find(_ name: String, _ talk: LineTalk) throws -> Row {
        while true {
            guard let list = try talk.next()["model"] as? [String: Any], list["shouldShowBusy"] as? Bool == false else {
                continue
            }
            let rows = (list["chats"] as? [[String: Any]] ?? []).compactMap { row in
                (row["chatId"] as? String).map { Row(chat: $0, title: row["title"] as? String ?? $0) }
            }
            let match = ChatMatch(name, in: rows, id: \.chat, title: \.title)
            if case .one(let row) = match, row.chat == name { return row }
            // A chat further down may fit better.
            if let more = (list["actions"] as? [String: Any])?["loadMore"] as? [String: Any] {
                try talk.send(more)
                continue
            }
            switch match {
            case .one(let row): return row
            case .several(let rows): throw ChatNotFound(name: name, matches: rows.map(\.title), nearest: nil)
            case .none(let nearest): throw ChatNotFound(name: name, matches: [], nearest: nearest)
            }
        }
    }

    private static func conclude(_ answer: [String: Any], _ title: String) throws {
        switch answer["outcome"] as? String {
        // An owner that has left since had taken the message.
        case "sent", "done", "ignored": break
        case "waiting":
            Failures.say("There is no connection. The message is stored, and is sent the next time telex is connected.")
        default:
            let reason = answer["reason"] ?? (answer["error"] as? [String: Any])?["reason"] ?? "The server refused it."
            Failures.say("The message to \(title) was not sent. \(reason)")
            throw ExitCodes.refused
        }
    }
}

/// No chat, or more than one, has the name.
struct ChatNotFound: Error, CustomStringConvertible {
    let name: String
    let matches: [String]
    let nearest: String?

    var description: String {
        if !matches.isEmpty {
            return
                "\"\(name)\" matches \(matches.joined(separator: ", ")). Write more of the title, or the id of the chat."
        }
        let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
        return "There is no chat \"\(name)\".\(hint)"
    }
}
