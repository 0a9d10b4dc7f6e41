/// Commands about the list of chats.
extension Command {
    static let chatCommands: [Command] = [
        .new, .open, .chats, .more, .reload, .find, .choose, .cancel, .back, .accept, .decline,
    ]

    static let new = Command(
        "new", "[NAME]", "starts a chat",
        details:
            "Without a name it opens the form; then type the name. Without a login the built-in bots answer: /new Eliza.",
        actions: ["chatList.newChat", "chatForm.create"],
        candidates: { $0.peopleAndChats }
    ) {
        try $0.repl.new($0.argument)
    }

    static let open = Command(
        "open", "NUMBER|NAME", "opens a chat of the list",
        details:
            "NUMBER is that of the list; NAME is the beginning of a contact's name: /open 1, /open eli.",
        actions: ["chatList.open"],
        candidates: { $0.chats }
    ) {
        try $0.repl.openChat($0.actions.open($0.argument))
    }

    static let chats = Command(
        "chats", "goes to the list of chats",
        details:
            "It prints the list, with unread counts in brackets, the latest chat first.",
        actions: ["messages.close", "contactList.close", "upcoming.close"]
    ) {
        try $0.repl.showChats()
    }

    static let more = Command(
        "more", "shows more chats, or more notifications",
        details:
            "Each list holds 50 rows at first; each /more adds 50, to the chats first.",
        actions: ["chatList.loadMore", "contactList.loadMore", "upcoming.loadMore", "notification.loadMore"]
    ) {
        try $0.repl.showMore()
    }

    static let reload = Command(
        "reload", "loads the chats again after an error",
        details:
            "It does what the list offers when it shows an error.",
        actions: ["chatList.retry", "contactList.retry"]
    ) {
        try $0.press($0.skin.contactList.current?.retry ?? $0.skin.chatList.current?.retry)
        $0.skin.askForChatList()
    }

    static let find = Command(
        "find", "TEXT", "looks for people to chat with",
        details:
            "TEXT is the beginning of a word of the name: /find eli, then /choose 1.",
        actions: ["chatForm.search", "chatList.search"],
        candidates: { $0.peopleAndChats }
    ) {
        $0.skin.lookedUp = nil
        try $0.receive($0.actions.find($0.argument))
    }

    static let choose = Command(
        "choose", "NUMBER", "makes a chat with somebody whom /find found",
        details:
            "NUMBER is that of the list that /find printed.",
        actions: ["recipients.create"],
        candidates: { $0.peopleNumbers }
    ) {
        try $0.receive($0.actions.choose($0.argument))
    }

    static let cancel = Command(
        "cancel", "leaves a form",
        details:
            "Nothing is made, and what was typed is forgotten.",
        actions: ["chatForm.close", "contactForm.close", "reminderForm.close"]
    ) {
        let skin = $0.skin
        let cancel =
            skin.chatForm.current?.close ?? skin.contactForm.current?.close ?? skin.reminderForm.current?.close
        try $0.press(cancel)
    }

    static let back = Command(
        "back", "leaves the screen on top",
        details:
            "From a chat it leads to the list.",
        actions: ["messages.close", "contactList.close", "upcoming.close"]
    ) {
        try $0.press($0.repl.top)
    }

    static let accept = Command(
        "accept", "[NUMBER]", "joins a chat that you are invited to",
        details:
            "NUMBER is that of /chats; without it the newest invitation is meant.",
        actions: ["chatList.accept"],
        candidates: { $0.invitations }
    ) {
        try $0.receive($0.actions.answer($0.argument, $0.command, \.accept))
    }

    static let decline = Command(
        "decline", "[NUMBER]", "refuses an invitation to a chat",
        details:
            "NUMBER is that of /chats; without it the newest invitation is meant. The chat leaves the list.",
        actions: ["chatList.decline"],
        candidates: { $0.invitations }
    ) {
        try $0.receive($0.actions.answer($0.argument, $0.command, \.decline))
    }
}
