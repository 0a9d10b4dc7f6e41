/// Commands in the open chat.
extension Command {
    static let messageCommands: [Command] = [
        .names, .history, .newer, .latest, .continue, .retry, .edit, .delete, .read,
    ]

    static let names = Command(
        "names", "[COUNT]", "list the members of the open chat",
        details:
            "Shows the first 50 known members, or COUNT, each with name, id and membership. Anybody can choose any name; "
            + "ids are given by the server.",
        actions: ["messages.openMembers", "members.loadMore", "members.close"]
    ) {
        try $0.repl.listMembers($0.argument)
    }

    static let history = Command(
        "history", "show older messages",
        details:
            "Each /history shows the 50 messages before those shown. A chat shows at most 100. Once the newest ones are no "
            + "longer shown, you are only notified of new messages. /latest, or sending a message, goes back.",
        actions: ["messages.older"]
    ) {
        try $0.press(\.older, orSay: "There are no older messages.")
    }

    static let newer = Command(
        "newer", "show newer messages, after /history",
        details:
            "Goes forward 50 messages at a time.",
        actions: ["messages.newer"]
    ) {
        try $0.press(\.newer, orSay: "There are no newer messages.")
    }

    static let latest = Command(
        "latest", "show the latest messages, after /history",
        details:
            "Sending a message does the same.",
        actions: ["messages.latest"]
    ) {
        try $0.press(\.latest, orSay: "The latest messages are already shown.")
    }

    static let `continue` = Command(
        "continue", "open the chat that replaced the open one",
        details:
            "Joins the new chat first if you are not in it.",
        actions: ["messages.openSuccessor"]
    ) {
        try $0.press($0.skin.messages.current?.openSuccessor)
    }

    static let retry = Command(
        "retry", "[NUMBER]", "send a refused message again",
        details:
            "NUMBER counts the refused messages of the open chat from the first. The default is the last.",
        actions: ["messages.retry"],
        candidates: { CompletionWorld.numbered($0.refused) }
    ) {
        try $0.receive($0.actions.retry($0.argument))
    }

    static let edit = Command(
        "edit", "TEXT", "edit your last message",
        details:
            "TEXT replaces the whole message. Others may have read the old text.",
        actions: ["messages.edit"]
    ) {
        try $0.receive($0.actions.edit($0.argument))
    }

    static let delete = Command(
        "delete", "[NUMBER|NAME]", "delete your last message, or a contact",
        details:
            "In a chat, deletes your last message; others may have read it. Elsewhere, deletes the contact NUMBER or NAME; "
            + "the chat with them stays.",
        actions: ["messages.delete", "contactList.delete"],
        candidates: { $0.contacts }
    ) {
        if $0.skin.messages.current == nil { return try $0.contacts.delete($0.argument) }
        if !$0.argument.isEmpty { throw Complaint.onlyTheLast }
        try $0.receive($0.actions.delete())
    }

    static let read = Command(
        "read", "mark the open chat as read",
        details:
            "Printed messages are already marked as read, so you rarely need this.",
        actions: ["messages.markRead", "inbox.markRead"]
    ) {
        try $0.press($0.skin.messages.current?.markRead)
    }
}
