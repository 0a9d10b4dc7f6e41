import TelexCore

/// Commands about the list of chats.
extension Command {
    static let chatCommands: [Command] = [
        .new, .open, .message, .chats, .more, .reload, .find, .choose, .knock, .close, .accept, .decline, .jump,
        .previous,
    ]

    static let new = Command(
        "new", "[NAME]", "start a chat",
        details:
            "Without a name, opens a form. Without a login, only the built-in bots answer: /new Eliza.",
        actions: ["chatList.newChat", "chatForm.create"],
        candidates: { $0.peopleAndChats }
    ) {
        try $0.repl.new($0.argument)
    }

    static let open = Command(
        "open", "NUMBER|NAME", "open a chat",
        details:
            "NUMBER is the number in /chats. NAME is the name or its beginning: /open 1, /open eli.",
        actions: ["chatList.open", "inbox.open"],
        candidates: { $0.chats }
    ) { typed in
        try typed.repl.openChat(typed.excursion.amongAllChats { try typed.actions.open(typed.argument) })
    }

    static let chats = Command(
        "chats", "go to the list of chats",
        details:
            "Prints the list, newest first, with unread counts in brackets.",
        actions: ["messages.close", "contactList.close", "upcoming.close"]
    ) {
        try $0.repl.showChats()
    }

    static let jump = Command(
        "jump", "[NUMBER]", "open a chat with unread messages",
        details:
            "NUMBER is the number in the status line; Alt-1 to Alt-9 do the same. Without it, as with Alt-A, the next such chat "
            + "opens, those with mentions first.",
        actions: ["chatList.open"]
    ) {
        try $0.repl.jump($0.argument, $0.actions)
    }

    static let previous = Command(
        "previous", "go back to the chat that was open before",
        details:
            "Ctrl-X Ctrl-B does the same.",
        actions: ["chatList.open"]
    ) {
        try $0.repl.goBack()
    }

    static let more = Command(
        "more", "show more chats, or more notifications",
        details:
            "Lists start with 50 rows. Each /more adds 50, to the chats first.",
        actions: ["chatList.loadMore", "contactList.loadMore", "upcoming.loadMore", "notification.loadMore"]
    ) {
        try $0.repl.showMore()
    }

    static let reload = Command(
        "reload", "load the chats again after an error",
        details:
            "Use it when the list shows an error.",
        actions: ["chatList.retry", "contactList.retry"]
    ) {
        try $0.press($0.skin.contactList.current?.retry ?? $0.skin.chatList.current?.retry)
        $0.skin.askForChatList()
    }

    static let find = Command(
        "find", "TEXT", "search for people",
        details:
            "TEXT is the beginning of a word in the name: /find eli, then /choose 1.",
        actions: ["chatForm.search", "chatList.search"],
        candidates: { $0.peopleAndChats }
    ) {
        $0.skin.lookedUp = nil
        try $0.receive($0.actions.find($0.argument))
    }

    static let choose = Command(
        "choose", "NUMBER", "start a chat with a person from the /find list",
        details:
            "NUMBER is the number in the /find list.",
        actions: ["recipients.create"],
        candidates: { $0.peopleNumbers }
    ) {
        try $0.receive($0.actions.choose($0.argument))
    }

    static let knock = Command(
        "knock", "ask to join a chat",
        details:
            "Use it when /new ADDRESS is refused but the chat accepts requests. Once a member lets you in, /chats shows "
            + "an invitation.",
        actions: ["chatForm.knock"]
    ) {
        try $0.press($0.skin.chatForm.current?.knock)
    }

    static let message = Command(
        "msg", "NUMBER|NAME TEXT", "send a message to a chat without opening it",
        details:
            "NUMBER is the number in /chats. NAME is the name, or its beginning without spaces: /msg ada See you.",
        candidates: { $0.chats }
    ) { typed in
        let (row, text) = try typed.excursion.amongAllChats { try typed.actions.addressed(typed.argument) }
        if let reason = MessageUseCase.refusal(of: text) { throw Complaint.refused(reason) }
        let event = Event.message(.sending(OutgoingMessage(chat: row.chat, text: text, message: nil)))
        try typed.receive(typed.actions.composed(event))
        if typed.skin.messages.current?.chat != row.chat {
            typed.skin.say(StyledText("To \(row.title): \(text)", .dim))
        }
    }

    static let close = Command(
        "close", "close the chat, the list or the form",
        details:
            "Anything typed into a form is discarded.",
        actions: [
            "messages.close", "chatForm.close", "contactList.close", "contactForm.close", "upcoming.close",
            "reminderForm.close",
        ]
    ) {
        try $0.press($0.repl.top)
    }

    static let accept = Command(
        "accept", "[NUMBER|NAME]", "accept an invitation to a chat",
        details:
            "NUMBER is the number in /chats, NAME the name or its beginning. The default is the newest invitation.",
        actions: ["chatList.accept"],
        candidates: { $0.invitations }
    ) { typed in
        try typed.receive(
            typed.excursion.amongAllChats { try typed.actions.answer(typed.argument, typed.command, \.accept) })
    }

    static let decline = Command(
        "decline", "[NUMBER|NAME]", "decline an invitation to a chat",
        details:
            "NUMBER is the number in /chats, NAME the name or its beginning. The default is the newest invitation. The chat disappears from the list. "
            + "Also withdraws a request to join.",
        actions: ["chatList.decline"],
        candidates: { $0.invitations }
    ) { typed in
        try typed.receive(
            typed.excursion.amongAllChats { try typed.actions.answer(typed.argument, typed.command, \.decline) })
    }
}
