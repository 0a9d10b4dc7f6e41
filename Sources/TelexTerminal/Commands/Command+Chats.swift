import TelexCore

/// Commands about the list of chats.
extension Command {
    static let chatCommands: [Command] = [
        .new, .open, .message, .chats, .more, .reload, .find, .choose, .knock, .close, .accept, .decline,
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
            "NUMBER is that of /chats; NAME is a chat's name or its beginning: /open 1, /open eli.",
        actions: ["chatList.open", "inbox.open"],
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

    static let knock = Command(
        "knock", "asks to join a chat",
        details:
            "Use it when /new ADDRESS was refused and the chat accepts requests to join. Once somebody lets you in, the chat "
            + "is listed as an invitation.",
        actions: ["chatForm.knock"]
    ) {
        try $0.press($0.skin.chatForm.current?.knock)
    }

    static let message = Command(
        "msg", "NUMBER|NAME TEXT", "sends a message to a chat without opening it",
        details:
            "NUMBER is that of /chats; NAME is a chat's name, or its beginning without spaces: /msg ada See you.",
        candidates: { $0.chats }
    ) {
        let (row, text) = try $0.actions.addressed($0.argument)
        if let reason = MessageUseCase.refusal(of: text) { throw Complaint.refused(reason) }
        try $0.receive(.message(.sending(chat: row.chat, text: text, message: nil)))
        if $0.skin.messages.current?.chat != row.chat { $0.skin.say(StyledText("To \(row.title): \(text)", .dim)) }
    }

    static let close = Command(
        "close", "closes the chat, the list or the form",
        details:
            "What was typed into a form is forgotten.",
        actions: [
            "messages.close", "chatForm.close", "contactList.close", "contactForm.close", "upcoming.close",
            "reminderForm.close",
        ]
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
        "decline", "[NUMBER]", "declines an invitation to a chat",
        details:
            "NUMBER is that of /chats; without it the newest invitation is meant. The chat leaves the list. It also withdraws a request "
            + "to join.",
        actions: ["chatList.decline"],
        candidates: { $0.invitations }
    ) {
        try $0.receive($0.actions.answer($0.argument, $0.command, \.decline))
    }
}
