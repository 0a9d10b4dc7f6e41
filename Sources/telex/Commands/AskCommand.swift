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
        let waiting = AnswerWait(
            try message.posting(choice), from: from, timeout: timeout, as: author.program,
            keeping: message.room.keepFiles)
        let json = json
        do {
            try waiting.run(choice) { answer in
                let isShown = isatty(STDOUT_FILENO) == 1
                let text = isShown ? HarmlessText.ofLines(answer.text) : answer.text
                try FileOutput.standard.write(json ? answer.jsonLine : Array("\(text)\n".utf8))
            }
        } catch is TimedOut { throw waiting.unanswered }
    }
}

/// Asks, and waits for the answer, from one owner of the profile to the next.
private final class AnswerWait: @unchecked Sendable {  // one thread at a time uses it
    private let posting: Posting
    private let person: String
    private let timeout: TimeInterval?
    private let program: String?
    private let room: ByteCount
    /// Until when to wait, once the message was sent or stored.
    private var deadline: Date?
    /// Whether an owner of the profile was asked to send the message.
    private var isAsked = false
    /// Whether the message is stored, or the server has it.
    private var isStored = false
    /// Whether the server has the message, as far as it is known.
    private var isSent = false
    /// Whether it was said that nobody in the chat has the name.
    private var hasSaidUnknown = false

    init(
        _ posting: Posting, from person: String, timeout: TimeInterval?, as program: String?, keeping room: ByteCount
    ) {
        self.posting = posting
        self.person = person
        self.timeout = timeout
        self.program = program
        self.room = room
    }

    /// What to say if no answer came in time, or no owner of the profile took the message.
    var unanswered: CommandError {
        switch (isSent, isStored, isAsked) {
        case (true, _, _): CommandError("No answer from \(person) came in time.", .unfinished)
        case (_, true, _):
            CommandError(
                "No answer from \(person) came in time. The message is not sent yet. "
                    + "It is sent the next time telex is connected.", .unfinished)
        case (_, _, true):
            CommandError(
                "It is unknown whether the message was sent. Look at the chat before you ask again.", .unavailable)
        case (_, _, false): CommandError("The message was not sent.", .unavailable)
        }
    }

    /// - Parameter take: called with the answer.
    /// - Throws: `TimedOut`, or why the profile cannot be used.
    func run(
        _ choice: ProfileOptions, take: @escaping @Sendable (MessagesViewModel.Row) throws -> Void
    ) throws {
        let patience = timeout.map { Date.steady.addingTimeInterval($0) } ?? .distantPast
        try ProfileClient.hold(choice, retryingUntil: patience, as: program, keeping: room) { client in
            try take(self.answer(client))
        }
    }

    private func answer(_ client: ProfileClient) throws -> MessagesViewModel.Row {
        isAsked = true
        let question = try posting.send(client)
        isStored = true
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
            isSent = isSent || search.isSent
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
