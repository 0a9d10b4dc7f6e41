import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexJSON
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex ask`: sends a message, and waits for the answer.
struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", _superCommandName: "telex",
        abstract: "Send a message, and wait for the first answer after it.",
        discussion: """
            It prints the text of the answer. Only what stands after the message in the chat is an answer, and not what \
            came before. With --id, a call that was killed can be repeated: it goes on waiting, and does not ask twice.

            EXAMPLE:
              answer=$(telex ask ada "May I deploy?" --from ada --timeout 10m)
            """)

    @OptionGroup var message: MessageOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Who may answer: the id, or the whole name, which anybody can choose.", valueName: "person"),
        completion: .names { words, _ in Completions.people(words) })
    var from: String

    @Option(
        help: ArgumentHelp(
            "End with exit code 75 if no answer has come by then. It counts once the message was sent, or stored.",
            valueName: "span"),
        transform: parseDuration)
    var timeout: TimeInterval?

    @Flag(help: "Print the answer as a JSON line: a row of the view messages.")
    var json = false

    @OptionGroup var author: ProgramOption

    @OptionGroup(title: "Store") var choice: ProfileOptions

    func validate() throws {
        // It may be a variable that is not set.
        if from.isEmpty { throw ValidationError("--from takes an id or a name.") }
    }

    func run() throws {
        let question = AnswerWait(try message.posting(choice), from: from, timeout: timeout)
        let patience = timeout.map { Date.steady.addingTimeInterval($0) } ?? .distantPast
        let json = json
        do {
            try ProfileClient.hold(
                choice, retryingUntil: patience, as: author.program, keeping: message.room.keepFiles
            ) { client in
                let answer = try question.answer(client)
                let isShown = isatty(STDOUT_FILENO) == 1
                let text = isShown ? HarmlessText.ofLines(answer.text) : answer.text
                try FileOutput.standard.write(json ? answer.jsonLine : Array("\(text)\n".utf8))
            }
        } catch is TimedOut { throw question.unanswered }
    }
}

/// Asks, and waits for the answer, from one owner of the profile to the next.
private final class AnswerWait: @unchecked Sendable {  // one thread at a time uses it
    /// How far the message has come, as far as it is known.
    private enum Stage: Comparable {
        case unasked, asked, stored, sent
    }

    private let posting: Posting
    private let person: String
    private let timeout: TimeInterval?
    /// Until when to wait, once the message was sent or stored.
    private var deadline: Date?
    private var stage = Stage.unasked
    /// Whether it was said that nobody in the chat has the name.
    private var hasSaidUnknown = false

    init(_ posting: Posting, from person: String, timeout: TimeInterval?) {
        self.posting = posting
        self.person = person
        self.timeout = timeout
    }

    /// What to say if no answer came in time, or no owner of the profile took the message.
    var unanswered: CommandError {
        switch stage {
        case .sent: CommandError("No answer from \(person) came in time.", .unfinished)
        case .stored:
            CommandError(
                "No answer from \(person) came in time. The message is not sent yet. "
                    + "It is sent the next time telex is connected.", .unfinished)
        case .asked:
            CommandError(
                "It is unknown whether the message was sent. Look at the chat before you ask again.", .unavailable)
        case .unasked: CommandError("The message was not sent.", .unavailable)
        }
    }

    /// - Throws: `TimedOut`, or why there is no answer.
    func answer(_ client: ProfileClient) throws -> MessagesViewModel.Row {
        stage = max(stage, .asked)
        let question = try posting.send(client)
        stage = max(stage, .stored)
        let deadline = deadline ?? timeout.map { Date.steady.addingTimeInterval($0) } ?? .distantFuture
        self.deadline = deadline
        if !hasSaidUnknown, let notice = try client.notice(ifUnknown: person, in: question.chat) {
            Failures.say(notice)
            hasSaidUnknown = true
        }
        try client.show(question)
        try client.subscribe(ConnectionViewModel.view)
        var search = AnswerSearch(to: question.message, from: person)
        // What is there already is looked at in any case.
        var isComplete = false
        while let line = try client.next(
            by: isComplete ? deadline : max(deadline, Date.steady.addingTimeInterval(PeerSocket.handshakePatience)),
            output: STDOUT_FILENO)
        {
            if let connection = line.model as? ConnectionViewModel, connection.needsLogin {
                throw CommandError(connection.statusText, .refused)
            }
            guard let model = line.model as? MessagesViewModel, model.chat == question.chat else { continue }
            isComplete = !model.status.shouldShowBusy
            let step = search.step(model)
            if search.isSent { stage = .sent }
            switch step {
            case .found(let row): return row
            case .wait: continue
            case .press(let action): try client.send(action.event)
            case .failed(let reason):
                throw CommandError("The message was not sent. \(reason ?? "The server refused it.")", .refused)
            case .lost:
                throw CommandError("The message is no longer stored, so its answer cannot be found.", .inputOutput)
            case .unreadable(let reason):
                throw CommandError("The answer cannot be looked for. \(reason)", .inputOutput)
            }
        }
        throw TimedOut()
    }
}
