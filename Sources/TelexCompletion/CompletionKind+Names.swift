import ArgumentParser

extension CompletionKind {
    /// Completes names that other people may have chosen. Each is offered whole, and the shell gets it as text: nothing in
    /// it is expanded or executed.
    ///
    /// - Parameter names: returns the names for the words of the command line and the beginning of the name.
    package static func names(
        _ names: @escaping @Sendable (_ words: [String], _ beginning: String) -> [String]
    ) -> CompletionKind {
        .custom { words, _, typed in
            let shell = CompletionShell.requesting
            let beginning = shell == .fish ? typed : String(BashWord(typed).text)
            let words = shell == .fish ? words : words.map { String(BashWord($0).text) }
            return answer(names(words, beginning), to: typed, words, shell)
        }
    }

    /// The lines for a shell's completion script, as `CompletionScript` has it.
    static func answer(
        _ names: [String], to typed: String, _ words: [String], _ shell: CompletionShell?
    ) -> [String] {
        let names = names.filter { !$0.isEmpty && !$0.contains("\0") }
        switch shell {
        case .bash?: return BashWord(typed).replies(names)
        case .zsh?:
            return names.map { $0.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }
        case .fish?:
            // A tab would begin a description, and fish leaves a tilde at the beginning as it is.
            return names.filter { !$0.contains("\t") && (!$0.hasPrefix("~") || typed.hasPrefix("~")) }
                .map { $0.replacing("%", with: "%25").replacing("\n", with: "%0A") }
        default: return names
        }
    }
}
