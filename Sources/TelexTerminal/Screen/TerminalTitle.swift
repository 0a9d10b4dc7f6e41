import Foundation

/// The sequences that set a terminal's title and paste mode (ECMA-48, and xterm's control sequences).
enum TerminalTitle {
    /// Saves the terminal's title, and turns on bracketed paste.
    static func begin(_ hasTitle: Bool) -> UnsafePointer<CChar> {
        hasTitle ? constant("\u{1B}[22;2t\u{1B}[?2004h") : constant("\u{1B}[?2004h")
    }

    /// Undoes `begin`, and resets style and autowrap. A terminal that cannot save titles chooses its own.
    static func end(_ hasTitle: Bool) -> UnsafePointer<CChar> {
        hasTitle
            ? constant("\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}]2;\u{1B}\\\u{1B}[23;2t")
            : constant("\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l")
    }

    /// Sets the title, made safe by `HarmlessText`. tmux reads `#[` in a title as a style, and its formats read `#(` and `#{`
    /// as commands and variables, so a space separates them.
    static func set(_ title: String) -> String {
        var harmless = String.UnicodeScalarView()
        for scalar in HarmlessText.of(title).unicodeScalars {
            if harmless.last == "#", ["[", "(", "{"].contains(scalar) { harmless.append(" ") }
            harmless.append(scalar)
        }
        return "\u{1B}]2;\(String(harmless))\u{1B}\\"
    }

    /// Returns a pointer that stays valid, since it may be written during a crash.
    private static func constant(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// How to alert a user who is looking elsewhere.
package enum Alert: String, CaseIterable, Sendable {
    case none, bell, osc9, osc777

    /// The bytes of the alert.
    func bytes(who: String, text: String) -> String {
        // A semicolon separates the parts of OSC 777, also before a combining mark.
        let scalars = HarmlessText.of(who).unicodeScalars.map { $0 == ";" ? "," : $0 }
        let who = String(String.UnicodeScalarView(scalars))
        let text = HarmlessText.of(text)
        return switch self {
        case .none: ""
        case .bell: "\u{7}"
        case .osc9: "\u{1B}]9;\(who): \(text)\u{1B}\\"
        case .osc777: "\u{1B}]777;notify;\(who);\(text)\u{1B}\\"
        }
    }
}
