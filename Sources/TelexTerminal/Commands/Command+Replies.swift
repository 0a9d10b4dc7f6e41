import TelexCore

/// Commands that answer messages and react to them.
extension Command {
    static let replyCommands: [Command] = [.reply, .original, .react, .spoiler, .copy, .report]

    static let reply = Command(
        "reply [NUMBER] TEXT", "answer a message",
        details:
            "Sends TEXT as the answer to message NUMBER, counted from the last message of the chat (/numbers shows it). "
            + "Without it, to the last message of somebody else.",
        actions: ["messages.reply"]
    ) {
        try $0.receive($0.actions.reply($0.argument))
        $0.screen.note(.message)
    }

    static let original = Command(
        "original [NUMBER]", "show the message that another one answers",
        details:
            "Shows the messages around the one that message NUMBER answers, or that the last answer in the chat answers. "
            + "/latest goes back.",
        actions: ["messages.open"]
    ) { try $0.showOriginal() }

    static let spoiler = Command(
        "spoiler [NUMBER]", "show the hidden parts of a message",
        details:
            "Prints message NUMBER, counted from the last message of the chat (/numbers shows it), or the last one with "
            + "hidden parts."
    ) { try $0.showSpoiler() }

    static let copy = Command(
        "copy [NUMBER]", "copy the text of a message",
        details:
            "Copies message NUMBER, counted from the last message of the chat (/numbers shows it), or the last one, to the "
            + "clipboard of the terminal (OSC 52, which not every terminal allows)."
    ) { try $0.copyMessage() }

    static let react = Command(
        "react [NUMBER] EMOJI", "react to a message, or take that back",
        details:
            "Reacts to message NUMBER, counted from the last message of the chat (/numbers shows it), or to the last one. "
            + "EMOJI is an emoji, a name such as :tada: (Tab completes it), or any short text. The same again takes the reaction back.",
        actions: ["messages.react", "messages.toggle"]
    ) { try $0.receive($0.actions.react($0.argument)) }
}

extension Command {
    static let report = Command(
        "report [NUMBER] [REASON]", "report a message to the operators of the server",
        details:
            "Reports message NUMBER, counted from the last message of the chat (/numbers shows it), or the last one of "
            + "somebody else. REASON tells the operators what is wrong with it. Matrix servers take reports, telex-server does not.",
        actions: ["messages.report"]
    ) { try $0.receive($0.actions.report($0.argument)) }
}

extension Invocation {
    /// Prints the message that an answer answers, or shows the part of the chat around it.
    fileprivate func showOriginal() throws {
        let reply = try actions.original(argument)
        if let chat = screen.messages, let row = chat.messages.first(where: { $0.message == reply.message }) {
            return repl.skin.say(MessagesText(screen.layout).excerpt(of: row, in: chat))
        }
        try press(reply.open, orSay: "The answered message is not stored here.")
    }

    fileprivate func copyMessage() throws {
        let row = try actions.copied(argument)
        if !repl.copy(FormattedText(row.text, row.spans ?? []).visible) { throw Complaint.noClipboard }
    }

    /// Prints a message with its hidden parts.
    fileprivate func showSpoiler() throws {
        let row = try actions.spoiler(argument)
        guard let chat = screen.messages else { return }
        repl.skin.say(MessagesText(screen.layout).excerpt(of: row, in: chat, showsSpoilers: true))
    }
}
