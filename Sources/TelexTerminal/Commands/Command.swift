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

    /// - Parameter usage: the name, and the arguments after it.
    init(
        _ usage: String, _ summary: String, details: String, actions: [String] = [],
        candidates: @escaping @Sendable (CompletionWorld) -> [Candidate] = { _ in [] },
        run: @escaping @Sendable (Invocation) throws -> Void
    ) {
        name = String(usage.prefix { $0 != " " })
        arguments = String(usage.dropFirst(name.count + 1))
        self.summary = summary
        self.details = details
        self.actions = actions
        self.candidates = candidates
        self.run = run
    }

    /// How to type it.
    var usage: String { arguments.isEmpty ? "/\(name)" : "/\(name) \(arguments)" }

    /// The path of a file with which an argument ends up to the cursor; `nil` if the command takes none.
    func path(in argument: String) -> String? {
        if arguments.hasPrefix("FILE") { return argument }
        guard arguments.hasSuffix("[NUMBER] [FILE]") else { return nil }
        let rest = argument.drop { $0.isASCII && $0.isNumber }
        return rest.hasPrefix(" ") ? String(rest.drop { $0 == " " }) : argument
    }

    /// Whether it is about messages of the open chat: the last one, if nothing else is said.
    var isAboutMessages: Bool {
        let others: [Command] = [.send, .close]
        return !others.contains(self) && actions.contains { $0.hasPrefix(MessagesViewModel.view.rawValue + ".") }
    }

    /// Whether it is about the open chat, so that it does nothing once another one is open.
    func takesOpenChat(_ argument: String) -> Bool {
        let others: [Command] = [.remind, .undo, .close]
        return (Command.messageCommands + Command.arrangingCommands + others).contains(self)
            || self == .search && argument.contains("in:here")
    }

    /// Whether it opens a chat, to which the next lines go.
    var opensChat: Bool { [.new, .open, .choose, .jump, .previous].contains(self) }

    /// Whether it opens a chat, or goes on with one that is waiting.
    var mayOpenChat: Bool { opensChat || [.go, .talk, .visit, .accept, .continue].contains(self) }

    /// Whether its argument ends with a message to the open chat, which may mention somebody.
    var takesMessage: Bool { [.reply, .edit, .me].contains(self) }

    /// Whether its argument begins with a member of the open chat.
    var namesMember: Bool { [.role, .remove, .ignore, .unignore].contains(self) }

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

extension Command: Hashable {
    package static func == (first: Command, second: Command) -> Bool { first.name == second.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
