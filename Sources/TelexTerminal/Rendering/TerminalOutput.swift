import TelexRuntime

/// Prints line by line: the plain line mode, for a pipe or for a terminal that edits lines itself.
final class TerminalOutput: TextOutput {
    private let output: FileOutput
    private let kind: TerminalKind
    private let paint: Paint
    private var held = ""
    /// The prompt that the terminal shows; `nil` if it shows none.
    private var shownPrompt: String?

    init(_ output: FileOutput, _ kind: TerminalKind) {
        self.output = output
        self.kind = kind
        paint = kind.paint
    }

    var isInteractive: Bool { kind.isInteractive }
    var showsState: Bool { false }
    var isPlain: Bool { kind.isPlain }

    func print(_ printed: Printed) {
        switch printed {
        case .entry(let entry): hold(entry.lines)
        case .revisions(let revisions): hold(Revision.news(revisions, hasProgress: !kind.isPlain))
        case .replacement(_, _, let otherwise): for entry in otherwise { hold(entry.lines) }
        }
    }

    func show(_ entries: [Entry]) { for entry in entries { hold(entry.lines) } }

    private func hold(_ lines: [StyledText]) {
        for line in lines {
            let text = line.rendered(paint: paint)
            held += (kind.isPlain ? PlainText.of(text) : text) + "\n"
        }
    }

    func alert(who: String, text: String) {}

    func discard() { held = "" }

    /// Prints all held output above the prompt, and reprints the prompt if needed.
    func release(_ state: EditorState?) throws {
        let prompt = kind.isInteractive ? state?.prompt.rendered(paint: .none) ?? shownPrompt : nil
        guard !held.isEmpty || prompt != shownPrompt else { return }
        let clearing = shownPrompt == nil ? "" : kind.canMove ? "\r\u{1B}[K" : "\n"
        shownPrompt = state == nil ? nil : prompt
        defer { held = "" }
        try output.write(Array((clearing + held + (shownPrompt ?? "")).utf8))
    }

    /// Notes that the user has ended a line, so the cursor is below the prompt.
    func took() { shownPrompt = nil }

    func edit(_ text: String) -> Bool { false }
    func page(_ text: String) -> Bool { false }
}
