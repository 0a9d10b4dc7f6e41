/// A group of commands in the help.
struct HelpGroup: Sendable {
    /// The name that `/help` accepts and prints.
    let name: String
    let commands: [Command]

    static let chats: HelpGroup = HelpGroup(name: "chats", commands: Command.chatCommands)
    static let messages: HelpGroup = HelpGroup(name: "messages", commands: Command.messageCommands)
    /// A part of `messages`, which the overview does not list.
    static let files: HelpGroup = HelpGroup(name: "files", commands: Command.fileCommands)
    static let people: HelpGroup = HelpGroup(name: "people", commands: Command.contactCommands)
    static let reminders: HelpGroup = HelpGroup(name: "reminders", commands: Command.reminderCommands)
    static let session: HelpGroup = HelpGroup(name: "session", commands: [.help] + Command.sessionCommands)

    static let all: [HelpGroup] = [chats, messages, people, reminders, session]
}

/// Formats the output of `/help`.
enum HelpText {
    /// The commands that only their group lists.
    private static let rare: [Command] = [.json, .line, .advance, .role, .report, .original, .spoiler, .fetch, .cancel]

    /// Lists the commands by group, without explanations, to fit a small screen.
    ///
    /// - Parameter first: the group for the current screen; it is listed first.
    static func overview(first: HelpGroup, hasEditor: Bool) -> [Entry] {
        let width = 1 + (HelpGroup.all.map(\.name.count).max() ?? 0)
        let groups = [first] + HelpGroup.all.filter { $0.name != first.name }
        let lines = groups.map { group in
            Entry(
                lines: [
                    StyledText(Columns.left(group.name.capitalized, width), .heading)
                        + StyledText(
                            group.commands.filter { !rare.contains($0) }.map { "/\($0.name)" }.joined(separator: " "))
                ], indent: width)
        }
        return [Entry(lines: ["Text goes to the open chat; // sends /."])] + lines
            + [
                Entry(lines: [
                    StyledText("/help NAME, /help keys.\(hasEditor ? " Tab completes." : "")")
                ])
            ]
    }

    /// Lists the commands of a group, with a description of each.
    static func table(_ group: HelpGroup) -> [Entry] {
        table(group.commands.map { ($0.usage, $0.summary) })
    }

    /// The keys of the line editor.
    static let keys: [(key: String, effect: String)] = [
        ("Tab", "complete commands, chats, people and files; in a message, names and :emoji:"),
        ("Up, Down", "move between the lines of a message, then through the history"),
        ("Ctrl-R", "search the history; again for older lines, Ctrl-S for newer ones"),
        ("Alt-1 … Alt-9", "open the chat with that number in the bar"),
        ("Alt-A", "open the next chat with unread messages, mentions first"),
        ("Ctrl-X Ctrl-B", "go back to the chat that was open before"),
        ("PgUp", "read the chat on the full screen; h lists the keys there"),
        ("Alt-Enter", "start a new line in the message"),
        ("Ctrl-X Ctrl-E", "edit the line in $VISUAL or $EDITOR"),
        ("Ctrl-C", "discard the line; in an empty one, stop sending or fetching files"),
        ("Ctrl-D", "leave once unsent messages are sent; Ctrl-C leaves immediately"),
        ("Ctrl-Z", "suspend until fg"),
        ("Ctrl-L", "paint the screen anew"),
    ]

    /// The keys of a terminal that edits lines itself.
    private static let plainKeys: [(key: String, effect: String)] = [
        ("Ctrl-C", "discard the line"), ("Ctrl-U", "erase the line"), ("Ctrl-W", "erase the last word"),
        ("Ctrl-D", "in an empty line, leave once unsent messages are sent"), ("Ctrl-Z", "suspend until fg"),
    ]

    /// The keys that work, each with its effect.
    ///
    /// - Parameter hasEditor: whether the line editor reads them.
    static func keyTable(hasEditor: Bool) -> [Entry] { table(hasEditor ? keys : plainKeys) }

    private static func table(_ rows: [(String, String)]) -> [Entry] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in
            Entry(
                lines: [StyledText("  " + Columns.left(left, width), .command) + StyledText("  \(right)")],
                indent: width + 4)
        }
    }

    /// Explains one command.
    static func lines(_ command: Command) -> [Entry] {
        [
            Entry(lines: [StyledText(command.usage, .command) + StyledText("  \(command.summary)")]),
            Entry(lines: [StyledText(command.details)]),
        ]
    }
}
