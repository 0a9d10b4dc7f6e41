/// Commands in the open chat.
extension Command {
    static let messageCommands: [Command] = [
        .names, .history, .newer, .latest, .continue, .retry, .edit, .delete, .read,
    ]

    static let names = Command(
        "names", "[COUNT]", "lists the members of the open chat",
        details:
            "Those that are known, each with name, id and standing: the first 50, or COUNT. Anybody can choose any name; the id is given by the "
            + "server.",
        actions: ["messages.openMembers", "members.loadMore", "members.close"]
    ) {
        try $0.repl.listMembers($0.argument)
    }

    static let history = Command(
        "history", "shows older messages",
        details:
            "A chat shows its last 50 messages at first; each /history shows the 50 before. Meanwhile new messages only "
            + "notify you; /latest, or sending something, leads back to them.",
        actions: ["messages.older"]
    ) {
        try $0.press($0.skin.messages.current?.older)
    }

    static let newer = Command(
        "newer", "shows newer messages, after /history",
        details:
            "Leads back the way that /history went, 50 messages at a time.",
        actions: ["messages.newer"]
    ) {
        try $0.press($0.skin.messages.current?.newer)
    }

    static let latest = Command(
        "latest", "shows the last messages, after /history",
        details:
            "Sending something does so, too.",
        actions: ["messages.latest"]
    ) {
        try $0.press($0.skin.messages.current?.latest)
    }

    static let `continue` = Command(
        "continue", "opens the chat that replaced the open one",
        details:
            "Joins the new chat first if you are not in it.",
        actions: ["messages.openSuccessor"]
    ) {
        try $0.press($0.skin.messages.current?.openSuccessor)
    }

    static let retry = Command(
        "retry", "[NUMBER]", "sends a refused message again",
        details:
            "NUMBER counts the refused messages of the open chat from the first; without it the last one goes out.",
        actions: ["messages.retry"],
        candidates: { CompletionWorld.numbered($0.refused) }
    ) {
        try $0.receive($0.actions.retry($0.argument))
    }

    static let edit = Command(
        "edit", "TEXT", "edits your last message",
        details:
            "TEXT replaces the whole message. Others may have read the old one.",
        actions: ["messages.edit"]
    ) {
        try $0.receive($0.actions.edit($0.argument))
    }

    static let delete = Command(
        "delete", "[NUMBER|NAME]", "deletes your last message, or a contact",
        details:
            "In a chat: deletes your last message; others may have read it. Elsewhere: deletes the contact NUMBER or NAME; "
            + "the chat stays.",
        actions: ["messages.delete", "contactList.delete"],
        candidates: { $0.contacts }
    ) {
        if $0.skin.messages.current == nil { return try $0.contacts.delete($0.argument) }
        if !$0.argument.isEmpty { throw Complaint.onlyTheLast }
        try $0.receive($0.actions.delete())
    }

    static let read = Command(
        "read", "marks the open chat as read",
        details:
            "What has been printed counts as read already, so it is seldom needed.",
        actions: ["messages.markRead", "inbox.markRead"]
    ) {
        try $0.press($0.skin.messages.current?.markRead)
    }
}
