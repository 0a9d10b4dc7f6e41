import ArgumentParser

/// The completion scripts of a program.
///
/// They are those of swift-argument-parser, except for names. In bash, its script gives them to `compgen -W`, which
/// expands them, so that a chat called `$(id)` would run a program; in zsh, a colon would end a name; and in no shell
/// could a name have a line break.
package enum CompletionScript {
    /// The script that the arguments ask for, as `--generate-completion-script SHELL`; `nil` if they do not.
    package static func requested(of command: (some ParsableCommand).Type, _ arguments: [String]) -> String? {
        let option = "--generate-completion-script"
        guard let first = arguments.first, first.hasPrefix(option) else { return nil }
        let name = first == option ? arguments.dropFirst().first : String(first.dropFirst(option.count + 1))
        guard let shell = name.flatMap(CompletionShell.init(rawValue:)) else { return nil }
        return script(for: command, shell)
    }

    static func script(for command: (some ParsableCommand).Type, _ shell: CompletionShell) -> String {
        var script = command.completionScript(for: shell)
        let prefix = "__\(command.configuration.commandName ?? "")"
        for (old, new) in changes(shell, prefix) {
            precondition(script.contains(old), "swift-argument-parser writes another script for \(shell.rawValue)")
            script = script.replacing(old, with: new)
        }
        return script
    }

    private static func changes(_ shell: CompletionShell, _ prefix: String) -> [(String, String)] {
        switch shell {
        case .bash:
            [
                (
                    "\(prefix)_add_completions -W \"$(\(prefix)_custom_complete",
                    "\(prefix)_add_names \"$(\(prefix)_custom_complete"
                ),
                // Readline itself completes and quotes the names of files.
                ("\(prefix)_add_completions -f\n", "compopt -o default 2>/dev/null\n"),
                ("complete -o filenames -F", "complete -F"),
                (
                    "\(prefix)_custom_complete() {",
                    """
                    # Adds lines that are quoted already.
                    \(prefix)_add_names() {
                        local name
                        while IFS='' read -r name; do
                            [[ -z "${name}" ]] || COMPREPLY+=("${name}")
                        done <<<"${1}"
                    }

                    \(prefix)_custom_complete() {
                    """
                ),
            ]
        case .zsh:
            [
                // Without this option, zsh would not quote a `!`.
                ("unsetopt aliases banghist", "unsetopt aliases"),
                (
                    "        \(prefix)_complete \"${completions[@]:0:-1}\"\n",
                    "        completions=(\"${(@g::)completions[@]:0:-1}\")\n        compadd -V names -- \"${completions[@]}\"\n"
                ),
            ]
        case .fish:
            [
                (
                    "    command $tokens[1] $argv $tokens\n",
                    """
                        for name in (command $tokens[1] $argv $tokens)
                            printf '%s\\0' (string unescape --style=url -- $name | string collect)
                        end

                    """
                ),
                ("(\(prefix)_tokens -tC))'", "(\(prefix)_tokens -tC) | string split0)'"),
            ]
        default: []
        }
    }
}
