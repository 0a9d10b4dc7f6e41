import ArgumentParser
import Foundation
import TelexCore
import TelexStorage

/// `telex send`: sends one message.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send one message to a chat.",
        discussion: """
            Without TEXT, the standard input is the message. It works while another telex has the profile open. It ends \
            once the server has the message, or once it is stored because there is no connection; then it is sent later, \
            while a telex runs.

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
        try LineTalk.hold(choice, subscribe: [ChatListViewModel.view]) { talk in
            let row = try Self.find(chat, talk)
            let answer = try talk.ask([
                "event": "message.sending", "chatId": row.chat, "text": text,
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
            let typed = name.lowercased()
            if let exact = rows.first(where: { $0.chat == name || $0.title.lowercased() == typed }) { return exact }
            if let more = (list["actions"] as? [String: Any])?["loadMore"] as? [String: Any] {
                try talk.send(more)
                continue
            }
            let matches = rows.filter { $0.title.lowercased().hasPrefix(typed) }
            if let only = matches.first, matches.count == 1 { return only }
            throw ChatNotFound(
                name: name, matches: matches.map(\.title),
                nearest: Nearness.nearest(to: name, in: rows.map(\.title)))
        }
    }

    private static func conclude(_ answer: [String: Any], _ title: String) throws {
        switch answer["outcome"] as? String {
        case "sent", "done": break
        case "waiting": Failures.say("There is no connection. The message is stored, and is sent while a telex runs.")
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
            return "\"\(name)\" matches \(matches.joined(separator: ", ")). Write more of the title."
        }
        let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
        return "There is no chat \"\(name)\".\(hint)"
    }
}
