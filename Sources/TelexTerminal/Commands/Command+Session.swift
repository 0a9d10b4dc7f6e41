/// Commands about the session itself.
extension Command {
    static let sessionCommands: [Command] = [.go, .dismiss, .connect, .status, .editor, .json, .line, .advance, .quit]

    static let help: Command = Command(
        "help", "[COMMAND]", "lists the commands, or explains one",
        details:
            "Without a command it lists them all. /help GROUP explains those of a group, and /help keys lists the keys.",
        candidates: { _ in
            Command.allCases.map { Candidate(text: $0.name, what: $0.summary) }
                + HelpGroup.all.filter { Command.named($0.name) == nil }
                .map { Candidate(text: $0.name, what: "the commands of this group") }
                + [Candidate(text: "keys", what: "the keys of the line editor")]
        }
    ) {
        try $0.repl.help($0.argument)
    }

    static let go = Command(
        "go", "[NUMBER]", "opens what a notification is about",
        details:
            "NUMBER counts the pending notifications from the newest; without it the newest is meant.",
        actions: ["notification.open"],
        candidates: { CompletionWorld.numbered($0.notifications) }
    ) {
        try $0.repl.openChat($0.actions.notification($0.argument, $0.command).open.event)
    }

    static let dismiss = Command(
        "dismiss", "[NUMBER]", "takes a notification away",
        details:
            "NUMBER counts the pending notifications from the newest; without it the newest is meant.",
        actions: ["notification.dismiss"],
        candidates: { CompletionWorld.numbered($0.notifications) }
    ) {
        try $0.receive($0.actions.notification($0.argument, $0.command).dismiss.event)
    }

    static let connect = Command(
        "connect", "tries to connect now",
        details:
            "It is tried by itself, too. What waits to be sent goes out as soon as there is a connection.",
        actions: ["connection.retry"]
    ) {
        $0.skin.askForConnection()
        try $0.press($0.skin.connection.current?.retry)
    }

    static let status = Command(
        "status", "tells how the connection stands",
        details:
            "It tells since when, how many messages wait to go out, and how many are unread."
    ) {
        $0.repl.status()
    }

    static let editor = Command(
        "editor", "[TEXT]", "writes a message with $VISUAL or $EDITOR",
        details:
            "What the editor leaves is put into the line, and Enter sends it. Ctrl-X Ctrl-E edits the line itself."
    ) {
        try $0.repl.edit($0.argument)
    }

    static let json = Command(
        "json", "on|off", "prints view models as JSON lines instead of text",
        details:
            "/json off goes back to text. telex repl --json begins with it.",
        candidates: { _ in
            [Candidate(text: "on", what: "view models as JSON lines"), Candidate(text: "off", what: "text again")]
        }
    ) {
        try $0.repl.json($0.argument)
    }

    static let line = Command(
        "line", "JSON", "takes a line of the JSON protocol, as telex pipe does",
        details:
            #"/line {"event":"message.received","chatId":"ada","title":"Ada","text":"hi"} plays the network."#
    ) {
        try $0.repl.takeLine($0.argument, $0.number)
    }

    static let advance = Command(
        "advance", "SPAN", "moves the clock, under --clock virtual",
        details:
            "SPAN is an integer and ms, s, m, h or d: /advance 2s. A virtual clock never moves of itself."
    ) {
        try $0.repl.advance($0.argument)
    }

    static let quit = Command(
        "quit", "leaves Telex; /q for short",
        details:
            "It waits for unsent messages and for a bot that is typing. A second /quit or Ctrl-C leaves at once."
    ) {
        $0.skin.isLeaving = true
    }
}
