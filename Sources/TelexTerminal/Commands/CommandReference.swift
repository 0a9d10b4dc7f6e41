/// Generates the reference of the REPL's commands as Markdown, from the help.
package enum CommandReference {
    /// The whole page, ending with a newline.
    package static let text =
        """
        # Commands of the REPL

        What you can type after `/`, as `/help` explains it.

        """ + HelpGroup.all.map(section).joined() + "\n## Keys\n\n| key | effect |\n|---|---|\n"
        + HelpText.keys.map { "| \($0.key) | \($0.effect) |\n" }.joined()

    private static func section(_ group: HelpGroup) -> String {
        "\n## \(group.name.capitalized)\n"
            + group.commands.map { "\n- `\($0.usage)`: \($0.summary). \($0.details)" }.joined() + "\n"
    }
}
