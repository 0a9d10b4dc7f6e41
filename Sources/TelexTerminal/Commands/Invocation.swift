import TelexCore
import TelexRuntime

/// A command and its argument as typed, with the objects that it needs to run. What a command does stands beside it.
struct Invocation {
    let command: Command
    let argument: String
    /// The number of the input line.
    let number: Int
    let repl: Repl
    let actions: ActionFinder

    var skin: TextSkin { repl.skin }
    var session: any ChatSession { repl.session }
    var excursion: Excursion { Excursion(skin: skin, session: session) }

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
        let chat = skin.messages.current
        if let chat, !chat.shouldShowBusy, action(chat) == nil { throw Complaint.refused(reason) }
        try press(chat.flatMap(action))
    }

    /// Opens a list without printing it.
    ///
    /// - Parameter action: `nil` for a list that is open.
    func openUnseen(_ action: Action?) throws {
        guard let action else { return }
        skin.passOverLists()
        try receive(action.event)
        try session.flush()
    }

    /// Writes a text to the file that the argument names.
    ///
    /// - Parameters:
    ///   - noun: what is exported.
    ///   - export: returns the text, and how many things it has.
    func write(_ noun: String, _ export: (Excursion) throws -> (text: String, count: Int)) throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let (text, count) = try export(excursion)
        try UserFile(argument).write(text)
        skin.say(StyledText("\(count) \(noun)\(count == 1 ? " is" : "s are") in \(argument) now."))
    }
}
