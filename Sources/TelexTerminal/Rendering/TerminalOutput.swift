import TelexRuntime

/// Holds the lines that are to be printed until they may be, and keeps the prompt below them.
final class TerminalOutput {
    private let output: FileOutput
    private let kind: TerminalKind
    private var held = ""
    /// The prompt that stands on the terminal.
    private var shownPrompt: String?
    /// What the prompt is to be; `nil` for none.
    var prompt: String?

    init(_ output: FileOutput, _ kind: TerminalKind) {
        self.output = output
        self.kind = kind
    }

    func print(_ line: StyledText) { held += line.rendered(inColour: kind.hasColour) + "\n" }

    func discard() { held = "" }

    /// Prints what is held, above the prompt.
    func release() throws {
        guard !held.isEmpty else { return }
        let clearing = shownPrompt == nil ? "" : kind.canMove ? "\r\u{1B}[K" : "\n"
        shownPrompt = nil
        defer { held = "" }
        try output.write(Array((clearing + held).utf8))
    }

    /// Shows the prompt, if it is not there as it should be.
    func showPrompt() throws {
        guard kind.isInteractive, let prompt, prompt != shownPrompt else { return }
        let clearing = shownPrompt == nil ? "" : kind.canMove ? "\r\u{1B}[K" : "\n"
        shownPrompt = prompt
        try output.write(Array((clearing + prompt).utf8))
    }

    /// The person has ended a line: the prompt lies above now.
    func lineWasTyped() { shownPrompt = nil }
}

/// What a terminal can do.
package struct TerminalKind: Hashable, Sendable {
    /// Whether a person types and reads there.
    package let isInteractive: Bool
    package let hasColour: Bool
    /// Whether it knows escape sequences.
    package let canMove: Bool

    package init(isInteractive: Bool, hasColour: Bool, canMove: Bool) {
        self.isInteractive = isInteractive
        self.hasColour = hasColour
        self.canMove = canMove
    }

    /// - Parameters:
    ///   - isInputTerminal: whether the input is a terminal.
    ///   - isOutputTerminal: whether the output is one.
    ///   - environment: `TERM`, and `NO_COLOR` by no-color.org.
    package init(isInputTerminal: Bool, isOutputTerminal: Bool, environment: [String: String]) {
        let isDumb = environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        self.init(
            isInteractive: isInputTerminal && isOutputTerminal,
            hasColour: isOutputTerminal && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty,
            canMove: isOutputTerminal && !isDumb)
    }
}
