import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexJSON
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex search`: finds messages.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", _superCommandName: "telex",
        abstract: "Find messages.",
        discussion: """
            Finds the messages that have all words of TEXT, or words that begin with them, and prints them, the newest \
            first. Words in quotation marks follow each other. TEXT can have filters: in:CHAT, from:NAME (from:me), \
            after:DAY, before:DAY (2026-11-05, yesterday, monday), and has:link, has:file, has:mention, has:reaction, has:reply or \
            has:edit. It searches what is stored here, and says which chats have more on the server. Nothing is marked as read.

            A Matrix server is asked, too, unless there are other filters than in: and from:. What only the server has is \
            printed last, marked "(on the server)".

            The exit code is 1 if no message matches.

            EXAMPLE:
              telex search 'invoice from:ada after:2026-11-01'
            """)

    @Argument(help: "What to search for.")
    var text: [String]

    @Option(help: "The most messages to print.")
    var limit = 50

    @Flag(help: "Search only what is stored here.")
    var local = false

    @Flag(help: "Print the view model as one JSON line.")
    var json = false

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func validate() throws {
        if text.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
            throw ValidationError("There is nothing to search for.")
        }
        if !(1...100_000).contains(limit) { throw ValidationError("A limit is a number from 1 to 100000.") }
    }

    func run() throws {
        let region = try Arguments.current.session(choice).region
        let search = MessageSearching(query: text.joined(separator: " "), isLocal: local)
        let (limit, json) = (limit, json)
        try ProfileClient.hold(choice, onlyReads: true) { client in
            var found = try client.found(search, limit)
            found.messages = Array(found.messages.prefix(limit))
            let onServer = Array((found.serverMessages ?? []).prefix(limit - found.messages.count))
            if found.serverMessages != nil { found.serverMessages = onServer }
            let output = FileOutput.standard
            if json {
                try output.write(found.jsonLine)
            } else {
                let lines =
                    found.messages.map { LogText.line($0, region) }
                    + onServer.map { LogText.line($0, region, isOnServer: true) }
                try output.write(lines.joined())
                for notice in [FoundText.unseen(found), found.serverError] { if let notice { Failures.say(notice) } }
            }
            if let failure = Self.failure(found) { throw failure }
        }
    }

    /// Why the command fails once everything found is printed; `nil` if it does not.
    static func failure(_ found: FoundViewModel) -> (any Error)? {
        if let failure = CommandError(view: found) { return failure }
        return found.messages.isEmpty && found.serverMessages?.isEmpty != false ? ExitCode(1) : nil
    }
}

extension ProfileClient {
    fileprivate func found(_ search: MessageSearching, _ limit: Int) throws -> FoundViewModel {
        let outcome = try ask(.messageSearch(.searching(search)))
        if let reason = outcome.reason, outcome.kind == .refused { throw CommandError(reason, .validationFailure) }
        try subscribe(FoundViewModel.view)
        var found = try model(FoundViewModel.self) { !$0.shouldShowBusy }
        if limit > found.messages.count, found.loadMore != nil, found.errorText == nil {
            try send(.messageSearch(.listing(rows: limit)))
            found = try model(FoundViewModel.self) { !$0.shouldShowBusy }
        }
        if outcome.kind == .waiting, found.serverError == nil, found.serverMessages == nil {
            found.serverError = FoundViewModel.notSearched(Self.silence)
        }
        return found
    }
}
