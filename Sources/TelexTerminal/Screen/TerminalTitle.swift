import Foundation

/// The sequences that set a terminal's title, and the modes for pastes and reports of its focus (ECMA-48, and xterm's control sequences).
enum TerminalTitle {
    /// Saves the terminal's title, and turns on bracketed paste and focus reports.
    static func begin(_ hasTitle: Bool) -> UnsafePointer<CChar> {
        hasTitle ? constant("\u{1B}[22;2t\u{1B}[?2004h\u{1B}[?1004h") : constant("\u{1B}[?2004h\u{1B}[?1004h")
    }

    /// Undoes `begin`, and resets style and autowrap. A terminal that cannot save titles chooses its own.
    static func end(_ hasTitle: Bool) -> UnsafePointer<CChar> {
        hasTitle
            ? constant("\u{1B}[0m\u{1B}[?7h\u{1B}[?1004l\u{1B}[?2004l\u{1B}]2;\u{1B}\\\u{1B}[23;2t")
            : constant("\u{1B}[0m\u{1B}[?7h\u{1B}[?1004l\u{1B}[?2004l")
    }

    /// Sets the title, made safe by `HarmlessText`.
    static func set(_ title: String) -> String { "\u{1B}]2;\(HarmlessText.of(title))\u{1B}\\" }

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
