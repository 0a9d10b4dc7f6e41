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
                .map(percentEncoded)
        default: return names
        }
    }

    /// All but ASCII letters and digits is encoded: fish 3.6 cannot decode a text that contains others.
    private static func percentEncoded(_ name: String) -> String {
        name.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
