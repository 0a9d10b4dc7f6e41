import CEditLine

/// Which keys do what, beside what libedit binds and the person's `~/.editrc`.
enum EditorKeys {
    /// The code by which libedit knows a named key in vi's modes: a C1 control, which is never typed.
    static func code(of key: NamedKey) -> wchar_t { 0x80 + wchar_t(key.rawValue) }
    /// The code that has a text taken into the line.
    static let pasteCode: wchar_t = 0x9F

    /// Functions of ours that keys can be bound to.
    static func define(_ editor: OpaquePointer) {
        cel_add(editor, "telex-complete", "Complete the word") { line, _ in EditorThread.editing(line).complete() }
        cel_add(editor, "telex-search", "Search the history") { line, _ in EditorThread.editing(line).searchHistory() }
        cel_add(editor, "telex-previous", "The line before in the history") { line, _ in
            EditorThread.editing(line).previous()
        }
        cel_add(editor, "telex-next", "The line after in the history") { line, _ in EditorThread.editing(line).next() }
        cel_add(editor, "telex-quote", "Take the next key as it is") { line, _ in EditorThread.editing(line).quote() }
        cel_add(editor, "telex-newline", "Begin another line of the message") { line, _ in
            EditorThread.editing(line).newLine()
        }
        cel_add(editor, "telex-clear", "Clear the screen") { line, _ in EditorThread.editing(line).clear() }
        cel_add(editor, "telex-edit", "Edit the line in another program") { line, _ in
            EditorThread.editing(line).editElsewhere()
        }
        cel_add(editor, "telex-paste", "Take a text into the line") { line, _ in EditorThread.editing(line).paste() }
    }

    /// What terminals send for keys that move (Emacs' keys); a person may bind them otherwise.
    static func bindMotions(_ editor: OpaquePointer) {
        for (sequence, function) in [
            ("[A", "telex-previous"), ("OA", "telex-previous"), ("[B", "telex-next"), ("OB", "telex-next"),
            ("[H", "ed-move-to-beg"), ("OH", "ed-move-to-beg"), ("[1~", "ed-move-to-beg"), ("[7~", "ed-move-to-beg"),
            ("[F", "ed-move-to-end"), ("OF", "ed-move-to-end"), ("[4~", "ed-move-to-end"), ("[8~", "ed-move-to-end"),
            ("[3~", "ed-delete-next-char"), ("[1;5C", "em-next-word"), ("[1;3C", "em-next-word"),
            ("[1;5D", "ed-prev-word"), ("[1;3D", "ed-prev-word"), ("Oc", "em-next-word"), ("Od", "ed-prev-word"),
        ] {
            cel_bind(editor, false, "\\e\(sequence)", function)
        }
        for (keys, function) in [
            ("^P", "previous"), ("^N", "next"), ("^L", "clear"), ("^R", "search"), ("^S", "search"),
        ] {
            cel_bind(editor, false, keys, "telex-\(function)")
        }
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
        // libedit's prompts on the line, what it does with its own history, and a function (M-^_) that goes on with the
        // line where it was before it was moved.
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
        }
    }
}
