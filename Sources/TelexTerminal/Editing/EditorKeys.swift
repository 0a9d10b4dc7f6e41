import CEditLine

/// The key bindings that Telex adds to those of libedit and `~/.editrc`.
enum EditorKeys {
    /// Returns the code that represents a named key in vi mode: a C1 control, which is never typed.
    static func code(of key: NamedKey) -> wchar_t { 0x80 + wchar_t(key.rawValue) }
    /// The code that makes libedit insert the pending paste.
    static let pasteCode: wchar_t = 0x9F

    /// Adds the Telex functions that keys can be bound to.
    static func define(_ editor: OpaquePointer) {
        let functions: [(name: String, help: String, run: cel_function)] = [
            ("complete", "Complete the word", { line, _ in EditorThread.of(line).run(.complete) }),
            ("search", "Search the history", { line, _ in EditorThread.of(line).run(.search) }),
            ("previous", "The previous line in the history", { line, _ in EditorThread.of(line).run(.previous) }),
            ("next", "The next line in the history", { line, _ in EditorThread.of(line).run(.next) }),
            ("quote", "Insert the next key literally", { line, _ in EditorThread.of(line).run(.quote) }),
            ("newline", "Start a new line in the message", { line, _ in EditorThread.of(line).run(.newLine) }),
            ("clear", "Clear the screen", { line, _ in EditorThread.of(line).run(.clear) }),
            ("edit", "Edit the line in $VISUAL or $EDITOR", { line, _ in EditorThread.of(line).run(.edit) }),
            ("jump", "Open a chat with unread messages", { line, key in EditorThread.of(line).run(.jump(key)) }),
            (
                "back", "Go back to the chat that was open before",
                { line, _ in EditorThread.of(line).run(.press(.previous)) }
            ),
            ("older", "Read the chat on the full screen", { line, _ in EditorThread.of(line).run(.readBack) }),
            ("newer", "Show newer messages", { line, _ in EditorThread.of(line).run(.newer) }),
            ("paste", "Insert a text into the line", { line, _ in EditorThread.of(line).run(.paste) }),
        ]
        for function in functions { cel_add(editor, "telex-\(function.name)", function.help, function.run) }
    }

    /// Binds the motion, history and search keys of Emacs mode. `~/.editrc` may override them.
    static func bindMotions(_ editor: OpaquePointer) {
        for (sequence, function) in [
            ("[A", "telex-previous"), ("OA", "telex-previous"), ("[B", "telex-next"), ("OB", "telex-next"),
            ("[H", "ed-move-to-beg"), ("OH", "ed-move-to-beg"), ("[1~", "ed-move-to-beg"), ("[7~", "ed-move-to-beg"),
            ("[F", "ed-move-to-end"), ("OF", "ed-move-to-end"), ("[4~", "ed-move-to-end"), ("[8~", "ed-move-to-end"),
            ("[3~", "ed-delete-next-char"), ("[1;5C", "em-next-word"), ("[1;3C", "em-next-word"),
            ("[1;5D", "ed-prev-word"), ("[1;3D", "ed-prev-word"), ("Oc", "em-next-word"), ("Od", "ed-prev-word"),
            ("[5~", "telex-older"), ("[6~", "telex-newer"),
        ] {
            cel_bind(editor, false, "\\e\(sequence)", function)
        }
        for (keys, function) in [
            ("^P", "previous"), ("^N", "next"), ("^L", "clear"), ("^R", "search"), ("^S", "search"),
        ] {
            cel_bind(editor, false, keys, "telex-\(function)")
        }
        // As in other programs: only what is before the cursor.
        cel_bind(editor, false, "^U", "vi-kill-line-prev")
    }

    static func bind(_ editor: OpaquePointer, isVi: Bool) {
        let paste = "\\\(String(pasteCode, radix: 8))"
        for (keys, function) in [("^I", "complete"), ("^V", "quote"), (paste, "paste")] {
            cel_bind(editor, false, keys, "telex-\(function)")
        }
        if isVi { bindVi(editor, paste) } else { bindEmacs(editor) }
    }

    private static func bindEmacs(_ editor: OpaquePointer) {
        cel_bind(editor, false, "\\e\\r", "telex-newline")
        cel_bind(editor, false, "\\e\\n", "telex-newline")
        cel_bind(editor, false, "^X^E", "telex-edit")
        cel_bind(editor, false, "^X^B", "telex-back")
        for key in ["a", "A"] + (1...9).map(String.init) { cel_bind(editor, false, "\\e\(key)", "telex-jump") }
        // Unbind libedit's prompts, the functions of its own history, and M-^_, whose function continues to use the
        // line's old buffer after it was reallocated.
        for keys in ["\\ex", "\\eX", "\\ep", "\\eP", "\\en", "\\eN", "\\e^_"] {
            cel_bind(editor, false, keys, "ed-unassigned")
        }
    }

    private static func bindVi(_ editor: OpaquePointer, _ paste: String) {
        for key in NamedKey.allCases {
            let keys = "\\\(String(code(of: key), radix: 8))"
            for isCommand in [false, true] { cel_bind(editor, isCommand, keys, function(of: key)) }
        }
        for (keys, function) in [("^P", "previous"), ("^N", "next"), ("^R", "search"), ("^L", "clear")] {
            for isCommand in [false, true] { cel_bind(editor, isCommand, keys, "telex-\(function)") }
        }
        for (keys, function) in [
            ("/", "search"), ("?", "search"), ("k", "previous"), ("-", "previous"), ("j", "next"), ("+", "next"),
            ("v", "edit"), (paste, "paste"),
        ] {
            cel_bind(editor, true, keys, "telex-\(function)")
        }
        cel_bind(editor, false, "^X^E", "telex-edit")
        cel_bind(editor, false, "^X^B", "telex-back")
        for keys in ["\\e", ":", "#", "G", "K", "J", "n", "N", "_"] { cel_bind(editor, true, keys, "ed-unassigned") }
    }

    private static func function(of key: NamedKey) -> String {
        switch key {
        case .up: "telex-previous"
        case .down: "telex-next"
        case .right: "ed-next-char"
        case .left: "ed-prev-char"
        case .home: "ed-move-to-beg"
        case .end: "ed-move-to-end"
        case .delete: "ed-delete-next-char"
        case .wordRight: "vi-next-word"
        case .wordLeft: "vi-prev-word"
        case .newLine: "telex-newline"
        case .pageUp: "telex-older"
        case .pageDown: "telex-newer"
        }
    }
}
