import TelexCore
import TelexRuntime

/// Commands about the session itself.
extension Command {
    static let sessionCommands: [Command] = [
        .quit, .dismiss, .snooze, .go, .connect, .status, .editor, .json, .line, .advance,
    ]

    static let help: Command = Command(
        "help [COMMAND]", "list the commands, or explain one",
        details: "/help GROUP explains the commands of a group, and /help keys lists the keys.",
        candidates: { _ in
            Command.allCases.map { Candidate(text: $0.name, what: $0.summary) }
                + HelpGroup.all.filter { Command.named($0.name) == nil }
                .map { Candidate(text: $0.name, what: "the commands of this group") }
                + [Candidate(text: "keys", what: "the keys of the line editor")]
        }
    ) { try $0.help() }

    static let go = Command(
        "go [NUMBER]", "open the chat or list that a notification is about",
        details: "NUMBER counts the notifications from the newest. The default is the newest.",
        actions: ["notification.open"],
        candidates: { CompletionWorld.numbered($0.notifications) }
    ) { try $0.openChat($0.notification().open.event) }

    static let dismiss = Command(
        "dismiss [NUMBER]", "dismiss a notification",
        details: "NUMBER counts the notifications from the newest. The default is the newest.",
        actions: ["notification.dismiss"],
        candidates: { CompletionWorld.numbered($0.notifications) }
    ) { try $0.receive($0.notification().dismiss.event) }

    static let snooze = Command(
        "snooze [NUMBER] WHEN", "dismiss a notification until a time",
        details:
            "WHEN is a time as for /remind, or a span: /snooze 10m, /snooze 2 tomorrow 9:00. The notification comes back then, "
            + "unless you have read the chat or done the reminder. NUMBER counts the notifications from the newest. The "
            + "default is the newest.",
        actions: ["notification.snooze"]
    ) { try $0.snooze() }

    static let connect = Command(
        "connect", "connect now",
        details: "Telex also reconnects automatically. Waiting messages are sent once there is a connection.",
        actions: ["connection.retry"]
    ) {
        $0.screen.askForConnection()
        let isOnline = $0.screen.connection?.state == .online
        try $0.press(
            $0.screen.connection?.retry, orSay: "Telex is already \(isOnline ? "connected" : "connecting").")
    }

    static let status = Command(
        "status", "show the state of the connection",
        details:
            "Also shows since when, how many messages are waiting to be sent, how many are unread, and the time zone."
    ) { $0.showStatus() }

    static let editor = Command(
        "editor [TEXT]", "write a message in $VISUAL or $EDITOR",
        details: "The text comes back into the line, and Enter sends it. Ctrl-X Ctrl-E edits what you have typed."
    ) { if !$0.repl.edit($0.argument) { throw Complaint.noEditor } }

    static let json = Command(
        "json on|off", "print view models as JSON lines instead of text",
        details: "/json off switches back to text. telex repl --json starts with JSON.",
        candidates: { _ in
            [Candidate(text: "on", what: "view models as JSON lines"), Candidate(text: "off", what: "text again")]
        }
    ) { try $0.repl.json($0.argument) }

    static let line = Command(
        "line JSON", "send a line of the JSON protocol, as to telex pipe",
        details:
            #"/line {"event":"message.received","chatId":"ada","title":"Ada","text":"hi"} simulates an event from the network."#
    ) { try $0.repl.handleLine($0.argument, $0.number) }

    static let advance = Command(
        "advance SPAN", "advance the clock, under --clock virtual",
        details: "SPAN is an integer and ms, s, m, h or d: /advance 2s. A virtual clock moves only by /advance."
    ) { try $0.advanceClock() }

    static let quit = Command(
        "quit", "leave Telex; /q for short",
        details:
            "Waits for messages that are being sent and for a bot that is typing. A second /quit, or Ctrl-C, leaves immediately. "
            + "Messages that wait for a connection are kept, and sent after the next start."
    ) { $0.screen.isLeaving = true }
}

extension Invocation {
    /// The notification with the number that was typed, or else the newest.
    fileprivate func notification() throws -> Shown<NotificationViewModel.Row> {
        try actions.now(try actions.notification(argument, command))
    }

    /// A number with which the argument begins counts the notifications, unless it is part of the time.
    fileprivate func snooze() throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let parts = ActionFinder.number(in: argument).flatMap {
            SnoozeUseCase.isUnit($0.rest.prefix { $0 != " " }) ? nil : $0
        }
        let row = try actions.now(actions.notification(parts.map { "\($0.number)" } ?? "", command))
        let due = parts?.rest ?? argument
        switch SnoozeUseCase.due(due, now: session.now, session.region) {
        case .failure(let refusal): throw Complaint.refused(refusal.reason)
        case .success(let date):
            try receive(row.snooze.filled(due))
            say(StyledText("The notification comes back on \(SnoozeUseCase.words(date, session.region)).", .secondary))
        }
    }

    fileprivate func help() throws {
        let name = argument.hasPrefix("/") ? String(argument.dropFirst()) : argument
        if name.isEmpty { return repl.say(HelpText.overview(first: helpGroup, hasEditor: repl.hasEditor)) }
        if argument == "keys" { return repl.say(HelpText.keyTable(hasEditor: repl.hasEditor)) }
        // If a group and a command have the same name, `/help /chats` means the command.
        if let group = (HelpGroup.all + [.files]).first(where: { $0.name == argument }) {
            return repl.say(HelpText.table(group))
        }
        guard case .command(let command, _) = Typed.parse("/\(name)") else {
            throw Complaint.unknownCommand(name, nearest: .nearest(to: name))
        }
        repl.say(HelpText.lines(command))
    }

    /// The commands that apply to the screen on top.
    private var helpGroup: HelpGroup {
        if screen.messages != nil { return .messages }
        if screen.contactList != nil || screen.contactForm != nil { return .people }
        if screen.upcoming != nil || screen.reminderForm != nil { return .reminders }
        return .chats
    }

    fileprivate func showStatus() {
        guard let connection = screen.connection else { return }
        let unread = screen.badge?.unreadCount ?? 0
        repl.say([
            ConnectionText.line(connection, unread: unread, title: screen.messages?.title),
            StyledText("Times are in \(session.region.zone.text(at: session.now)).", .secondary),
        ])
    }

    fileprivate func advanceClock() throws {
        guard session.isVirtual else { throw Complaint.notVirtual }
        guard let seconds = DurationText.seconds(argument) else {
            throw argument.isEmpty ? Complaint.needsArgument(command) : Complaint.badSpan(argument)
        }
        try session.flush()
        try session.advance(by: seconds)
    }
}
