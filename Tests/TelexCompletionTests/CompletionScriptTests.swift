import ArgumentParser
import Testing

@testable import TelexCompletion

@Suite struct CompletionScriptTests {
    private struct Program: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "program")

        @Argument(completion: .names { _, _ in [] }) var chat: String
        @Option(completion: .file()) var file: String?
    }

    /// The generated scripts have the parts that are replaced.
    @Test(arguments: [
        (CompletionShell.bash, "add_names \"$(__program_custom_complete"), (.zsh, "compadd -V names --"),
        (.fish, "| string split0)'"),
    ])
    func givesNamesToTheShellAsText(shell: CompletionShell, part: String) {
        let script = CompletionScript.script(for: Program.self, shell)
        #expect(script.contains(part) && !script.contains("-W \"$("))
    }

    @Test func writesNamesForEachShell() {
        let names = ["a\\b:c", "two\nlines", "50%", "", "tab\t", "~root", "é"]
        func answer(_ shell: CompletionShell?) -> [String] { CompletionKind.answer(names, to: "", [], shell) }
        #expect(answer(.zsh) == ["a\\\\b:c", "two\\nlines", "50%", "tab\t", "~root", "é"])
        #expect(answer(.fish) == ["a%5cb%3ac", "two%0alines", "50%25", "%c3%a9"])
        #expect(CompletionKind.answer(["~root"], to: "~", [], .fish) == ["%7eroot"])
        #expect(CompletionKind.answer(["$(id)"], to: "$", [], .bash) == ["\\$\\(id\\)"])
    }
}
