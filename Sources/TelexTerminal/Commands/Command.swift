import TelexCore

/// A command that the user types after a `/`: its name, its help and its action.
package struct Command: Sendable {
    typealias Candidate = CompletionWorld.Candidate

    let name: String
    /// The arguments, as help shows them after the name.
    let arguments: String
    /// A one-line description.
    let summary: String
    /// What `/help` adds for this command alone.
    let details: String
    /// The view-model actions that it triggers, as `<view>.<member>`.
    package let actions: [String]
    /// Returns the completions that Tab offers for the argument.
    let candidates: @Sendable (CompletionWorld) -> [Candidate]
    let run: @Sendable (Invocation) throws -> Void

    init(
        _ name: String, _ arguments: String, _ summary: String, details: String, actions: [String] = [],
        candidates: @escaping @Sendable (CompletionWorld) -> [Candidate] = { _ in [] },
        run: @escaping @Sendable (Invocation) throws -> Void
    ) {
        self.name = name
        self.arguments = arguments
        self.summary = summary
        self.details = details
        self.actions = actions
        self.candidates = candidates
        self.run = run
    }

    init(
        _ name: String, _ summary: String, details: String, actions: [String] = [],
        candidates: @escaping @Sendable (CompletionWorld) -> [Candidate] = { _ in [] },
        run: @escaping @Sendable (Invocation) throws -> Void
    ) {
        self.init(name, "", summary, details: details, actions: actions, candidates: candidates, run: run)
    }

    /// Returns the command with that name. `q` is short for `quit`.
    static func named(_ name: String) -> Command? { name == "q" ? .quit : byName[name] }

    /// Returns the command with the most similar name; `nil` if no name is similar.
    static func nearest(to name: String) -> Command? {
        Nearness.nearest(to: name, in: allCases.map(\.name)).flatMap(named)
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

extension Command: CaseIterable {
    /// All commands, in the order in which help lists them.
    package static let allCases: [Command] = HelpGroup.all.flatMap(\.commands)
}

extension Command: Equatable {
    package static func == (first: Command, second: Command) -> Bool { first.name == second.name }
}

/// A command and its argument as typed, with the objects that it needs to run.
struct Invocation {
    let command: Command
    let argument: String
    /// The number of the input line.
    let number: Int
    let repl: Repl
    let actions: ActionFinder

    var skin: TextSkin { repl.skin }
    var contacts: ContactCommands { ContactCommands(session: repl.session, actions: actions) }
    var reminders: ReminderCommands { ReminderCommands(session: repl.session, actions: actions) }

    var excursion: Excursion { Excursion(skin: skin, session: repl.session) }
    var history: HistoryCommands { HistoryCommands(skin: skin, session: repl.session) }

    func receive(_ event: Event) throws { try repl.session.receive(event) }

    /// Sends the event of an action, or says why there is none.
    func press(_ action: Action?, orSay reason: String) throws {
        if action == nil { throw Complaint.refused(reason) }
        try press(action)
    }

    /// Sends the event of an action, or throws a `Complaint` if there is no action.
    func press(_ action: Action?) throws { try receive(actions.press(action, command)) }

    /// Sends the event of an action of the open chat, or says why the chat does not offer it.
    func press(_ action: (MessagesViewModel) -> Action?, orSay reason: String) throws {
        let chat = skin.messages.current
        if let chat, !chat.shouldShowBusy, action(chat) == nil { throw Complaint.refused(reason) }
        try press(chat.flatMap(action))
    }
}
