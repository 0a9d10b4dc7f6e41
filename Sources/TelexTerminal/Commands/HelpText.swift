/// The help, in words.
enum HelpText {
    /// All commands.
    static var lines: [StyledText] {
        let width = Command.allCases.map { usage($0).count }.max() ?? 0
        return [StyledText("Plain text goes to the open chat; //text sends a text that begins with a slash.")]
            + Command.allCases.map { command in
                StyledText("  " + Columns.left(usage(command), width), .bold) + StyledText("  \(command.summary)")
            }
    }

    /// One command.
    static func lines(_ command: Command) -> [StyledText] {
        [StyledText(usage(command), .bold) + StyledText("  \(command.summary)"), StyledText(command.details)]
    }

    static func usage(_ command: Command) -> String {
        command.arguments.isEmpty ? "/\(command.name)" : "/\(command.name) \(command.arguments)"
    }
}
