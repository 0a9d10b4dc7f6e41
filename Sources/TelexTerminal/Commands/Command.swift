import TelexCore

/// A command that can be typed after a `/`: all that is known of it, and what it does.
package struct Command: Sendable {
    typealias Candidate = CompletionWorld.Candidate

    let name: String
    /// What stands after the name, as help shows it.
    let arguments: String
    /// What it does, in one line.
    let summary: String
    /// More about it.
    let details: String
    /// The actions of view models that it presses, as `<view>.<member>`.
    package let actions: [String]
    /// What Tab offers behind the name.
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

    /// The command of that name.
    static func named(_ name: String) -> Command? { name == "q" ? .quit : byName[name] }

    /// The command whose name is most like what was typed, if one is.
    static func nearest(to name: String) -> Command? {
        Nearness.nearest(to: name, in: allCases.map(\.name)).flatMap(named)
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The actions that text without a `/` presses, when it is sent and while it is typed.
    package static let textActions = ["messages.send", "messages.typing", "inbox.answer"]
}

extension Command: CaseIterable {
    /// In the order in which help lists them.
    package static let allCases: [Command] = HelpGroup.all.flatMap(\.commands)
}

extension Command: Equatable {
    package static func == (first: Command, second: Command) -> Bool { first.name == second.name }
}

/// A command with its argument, as it was typed, and what it needs to run.
struct Invocation {
    let command: Command
    let argument: String
    /// The number of the line.
    let number: Int
    let repl: Repl

    var skin: TextSkin { repl.skin }
    var actions: ActionFinder { ActionFinder(skin: skin) }
    var contacts: ContactCommands { ContactCommands(skin: skin, session: repl.session) }
    var reminders: ReminderCommands { ReminderCommands(skin: skin, session: repl.session) }

    func receive(_ event: Event) throws { try repl.session.receive(event) }

    /// Sends the event of an action, or complains that there is none.
    func press(_ action: Action?) throws { try receive(actions.press(action, command)) }
}
