import TelexCore
import TelexRuntime

/// A command and its argument as typed, with the objects that it needs to run. What a command does stands beside it.
struct Invocation {
    let command: Command
    let argument: String
    /// The number of the input line.
    let number: Int
    let repl: Repl
    /// What was on the screen when the line began.
    let seen: SeenScreen
    /// What the line before has asked; `nil` if nothing.
    let question: Question?

    /// What the terminal shows.
    var screen: ScreenState {
        _read { yield repl.skin.screen }
        nonmutating _modify { yield &repl.skin.screen }
    }
    var session: any ChatSession { repl.session }
    var actions: ActionFinder { ActionFinder(screen, repl.composer, seen: seen) }

    func receive(_ event: Event) throws { try session.receive(event) }

    /// Sends the event of an action, or says why there is none.
    func press(_ action: Action?, orSay reason: String) throws {
        if action == nil { throw Complaint.refused(reason) }
        try press(action)
    }

    /// Sends the event of an action, or throws a `Complaint` if there is no action.
    func press(_ action: Action?) throws {
        guard let action else { throw Complaint.nothingToDo(command) }
        try receive(action.event)
    }

    /// Sends the event of an action of the open chat, or says why the chat does not offer it.
    func press(_ action: (MessagesViewModel) -> Action?, orSay reason: String) throws {
        let chat = screen.messages
        if let chat, !chat.shouldShowBusy, action(chat) == nil { throw Complaint.refused(reason) }
        try press(chat.flatMap(action))
    }

    /// Asks before something that cannot be taken back. Returns whether the line before has asked the same, or nobody can be
    /// asked.
    func isConfirmed(_ question: Question, orAsk sentence: String) -> Bool {
        if self.question == question || !repl.isInteractive { return true }
        screen.question = question
        say(StyledText(sentence, .warning))
        return false
    }

    /// Opens a list without printing it.
    ///
    /// - Parameter action: `nil` for a list that is open.
    func openUnseen(_ action: Action?) throws {
        guard let action else { return }
        screen.passesOver = true
        try receive(action.event)
        try session.flush()
    }

    func say(_ line: StyledText) { repl.skin.say(line) }

    /// Writes a text to the file that the argument names.
    ///
    /// - Parameters:
    ///   - noun: what is exported.
    ///   - screen: the screen of the export.
    ///   - export: returns the text, and how many things it has; `nil` if it is not complete.
    func write<Model: ViewModel>(
        _ noun: String, _ screen: Screen, _ export: (Model) -> (text: String, count: Int)?
    ) throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let model = try session.beside { try $0.model(Model.self, after: .screen(.opening(screen))) }
        guard let (text, count) = model.flatMap(export) else { throw Complaint.nothingToDo(command) }
        try UserFile(argument).write(text)
        say(StyledText("\(count) \(noun)\(count == 1 ? " is" : "s are") in \(argument) now."))
    }
}

/// Something that a command does only once it is typed again.
enum Question: Hashable, Sendable {
    case leaving(ChatID)
    case removing(MemberKey)
}
