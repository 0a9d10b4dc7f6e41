import Foundation

/// What is written to a terminal beside its text. Sequences by ECMA-48 and xterm's control sequences.
enum TerminalTitle {
    /// Keeps the title that the terminal has, and has it mark what is pasted.
    static func begin(_ hasTitle: Bool) -> UnsafePointer<CChar> {
        hasTitle ? constant("\u{1B}[22;2t\u{1B}[?2004h") : constant("\u{1B}[?2004h")
    }

    /// Takes all of it back. Where titles cannot be kept, the terminal chooses its own.
    static func end(_ hasTitle: Bool) -> UnsafePointer<CChar> {
        hasTitle
            ? constant("\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}]2;\u{1B}\\\u{1B}[23;2t")
            : constant("\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l")
    }

    /// The title, harmless.
    static func set(_ title: String) -> String { "\u{1B}]2;\(HarmlessText.of(title))\u{1B}\\" }

    /// Text that outlives everything, as what is written on a crash must.
    private static func constant(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// How a person who looks elsewhere is told of a message.
package enum Alert: String, CaseIterable, Sendable {
    case none, bell, osc9, osc777

    /// The bytes that tell it.
    func bytes(who: String, text: String) -> String {
        // A semicolon separates the parts of OSC 777.
        let who = HarmlessText.of(who).replacingOccurrences(of: ";", with: ",")
        let text = HarmlessText.of(text)
        return switch self {
        case .none: ""
        case .bell: "\u{7}"
        case .osc9: "\u{1B}]9;\(who): \(text)\u{1B}\\"
        case .osc777: "\u{1B}]777;notify;\(who);\(text)\u{1B}\\"
        }
    }
}
