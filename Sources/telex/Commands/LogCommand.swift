import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexJSON
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex log`: prints the messages of a chat, one on each line.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", _superCommandName: "telex",
        abstract: "Print the messages of a chat, one on each line.",
        discussion: """
            Prints what is stored here of the chat, the oldest message first, with the date and time of each. A message with \
            several lines has ⏎ between them. Messages of people whom you ignore are left out. Nothing is marked as read.

            EXAMPLE:
              telex log ada --since monday | grep -i invoice
            """)

    @Argument(
        help: "The chat: its id, or the beginning of its title.",
        completion: .names { words, _ in Completions.chats(words, isArgument: true) })
    var chat: String

    @Option(
        help: ArgumentHelp("Print only the messages since that day: 2026-11-05, yesterday or monday.", valueName: "day")
    )
    var since: String?

    @Option(help: "text, or jsonl: the rows of the view messages as JSON.")
    var format = LogFormat.text

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func run() throws {
        let region = try Arguments.current.session(choice).region
        let start = try since.map { day in
            guard let start = DueDateUseCase.pastDay(day, now: Date(), region) else {
                throw CommandError(
                    "\"\(day)\" is not a day. Write one as 2026-11-05, today, yesterday or monday.", .validationFailure)
            }
            return start
        }
        let (chat, format) = (chat, format)
        try ProfileClient.hold(choice, onlyReads: true) { client in
            let output = FileOutput.standard
            let pages = ChatPages(show: client.messages)
            try pages.read(client.chat(chat).chat, since: start) { rows in
                try output.write(rows.filter { !$0.isIgnored }.map { format.line($0, region) }.joined())
            }
        }
    }
}

/// How the messages of a log are written.
enum LogFormat: String, WordOption {
    case text, jsonl

    fileprivate func line(_ row: Shown<MessagesViewModel.Row>, _ region: Region) -> String {
        switch self {
        case .text: return LogText.line(row.row, region)
        case .jsonl:
            var writer = JSONWriter()
            row.row.write(to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self) + "\n"
        }
    }
}

extension ProfileClient {
    /// Sends an event, and returns what the open chat shows once that is done, or why it was not done.
    fileprivate func messages(after event: Event) throws -> ChatPages.Page {
        let failure = CommandError(of: try ask(event))
        try subscribe(MessagesViewModel.view)
        defer { try? send(.unsubscribe([MessagesViewModel.view])) }
        return (try model(), failure)
    }
}
