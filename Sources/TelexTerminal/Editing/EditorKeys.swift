import CEditLine

/// Which keys do what, beside what libedit binds and the person's `~/.editrc`.
enum EditorKeys {
    /// The code by which libedit knows a named key in vi's modes: a C1 control, which is never typed.
    static func code(of key: NamedKey) -> wchar_t { 0x80 + wchar_t(key.rawValue) }

    static func bind(_ edit: EditLine) {
        edit.add("telex-complete", "Complete the word") { line, _ in EditorThread.of(line).complete() }
        edit.add("telex-search", "Search the history") { line, _ in EditorThread.of(line).searchHistory() }
        edit.add("telex-quote", "Take the next key as it is") { line, _ in EditorThread.of(line).quote() }
        edit.add("telex-newline", "Begin another line of the message") { line, _ in EditorThread.of(line).newLine() }
        edit.add("telex-clear", "Clear the screen") { line, _ in EditorThread.of(line).clear() }
        edit.add("telex-edit", "Edit the line in another program") { line, _ in EditorThread.of(line).editElsewhere() }
        let common = [("^I", "complete"), ("^R", "search"), ("^S", "search"), ("^V", "quote"), ("^L", "clear")]
        for (keys, function) in common { edit.bind(keys, "telex-\(function)") }
        if edit.isVi { bindVi(edit) } else { bindEmacs(edit) }
    }

    private static func bindEmacs(_ edit: EditLine) {
        edit.bind("\\e\\r", "telex-newline")
        edit.bind("\\e\\n", "telex-newline")
        edit.bind("^X^E", "telex-edit")
        // libedit's own prompts on the line, which would tread on what happens meanwhile.
        edit.bind("\\ex", "ed-unassigned")
        for (sequence, function) in [
            ("[H", "ed-move-to-beg"), ("OH", "ed-move-to-beg"), ("[1~", "ed-move-to-beg"), ("[7~", "ed-move-to-beg"),
            ("[F", "ed-move-to-end"), ("OF", "ed-move-to-end"), ("[4~", "ed-move-to-end"), ("[8~", "ed-move-to-end"),
            ("[3~", "ed-delete-next-char"), ("[1;5C", "em-next-word"), ("[1;3C", "em-next-word"),
            ("[1;5D", "ed-prev-word"), ("[1;3D", "ed-prev-word"), ("Oc", "em-next-word"), ("Od", "ed-prev-word"),
        ] {
            edit.bind("\\e\(sequence)", function)
        }
    }

    private static func bindVi(_ edit: EditLine) {
        for key in NamedKey.allCases {
            let keys = "\\\(String(0x80 + Int(key.rawValue), radix: 8))"
            edit.bind(keys, function(of: key))
            edit.bind(keys, function(of: key), inCommandMode: true)
        }
        for keys in ["/", "?", "^R"] { edit.bind(keys, "telex-search", inCommandMode: true) }
        edit.bind("v", "telex-edit", inCommandMode: true)
        edit.bind("^L", "telex-clear", inCommandMode: true)
        for keys in [":", "#"] { edit.bind(keys, "ed-unassigned", inCommandMode: true) }
    }

    private static func function(of key: NamedKey) -> String {
        switch key {
        case .up: "ed-prev-history"
        case .down: "ed-next-history"
        case .right: "ed-next-char"
        case .left: "ed-prev-char"
        case .home: "ed-move-to-beg"
        case .end: "ed-move-to-end"
        case .delete: "ed-delete-next-char"
        case .wordRight: "vi-next-word"
        case .wordLeft: "vi-prev-word"
        }
    }
}
