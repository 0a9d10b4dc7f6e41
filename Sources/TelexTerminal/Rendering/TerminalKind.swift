/// What a terminal can do.
package struct TerminalKind: Hashable, Sendable {
    /// Whether both input and output are a terminal.
    package let isInteractive: Bool
    package let hasColour: Bool
    /// Whether it supports escape sequences.
    package let canMove: Bool
    /// Whether links can be clicked.
    package var hasLinks = false
    /// Whether the output is to be read aloud.
    package var isPlain = false
    /// The background, as the environment has it; `nil` if that is unknown.
    var background: Background?
    package var theme = ThemeChoice.auto

    /// The same terminal, for a screen reader: without colours, redrawn lines and signs.
    package var plain: TerminalKind {
        TerminalKind(isInteractive: isInteractive, hasColour: false, canMove: false, isPlain: true)
    }

    /// The beginnings of `TERM` for terminals that know OSC 8 or ignore it.
    private static let linking = ["xterm", "tmux", "foot", "kitty", "alacritty", "wezterm", "ghostty", "vte", "iterm"]

    package var paint: Paint {
        Paint(hasColour: hasColour, hasLinks: hasLinks, theme: theme.theme(on: background))
    }
}

extension TerminalKind {
    /// - Parameters:
    ///   - isInputTerminal: whether the input is a terminal.
    ///   - isOutputTerminal: whether the output is one.
    ///   - environment: `TERM`, `COLORFGBG`, and `NO_COLOR` as in no-color.org.
    package init(isInputTerminal: Bool, isOutputTerminal: Bool, environment: [String: String]) {
        let isDumb = environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        self.init(
            isInteractive: isInputTerminal && isOutputTerminal,
            hasColour: isOutputTerminal && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty,
            canMove: isOutputTerminal && !isDumb,
            hasLinks: isOutputTerminal && Self.linking.contains { environment["TERM"]?.hasPrefix($0) == true },
            background: Background(environment: environment))
    }
}
