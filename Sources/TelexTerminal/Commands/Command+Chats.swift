import TelexCore

/// Commands about the list of chats.
extension Command {
    static let chatCommands: [Command] = [
        .new, .open, .message, .chats, .more, .reload, .find, .choose, .knock, .close, .accept, .decline, .jump,
        .previous,
    ]

    static let new = Command(
        "new [NAME]", "start a chat",
        details: "Without a name, opens a form. Without a login, only the built-in bots answer: /new Eliza.",
        actions: ["chatList.newChat", "chatForm.create"],
        candidates: { $0.peopleAndChats }
    ) { try $0.startChat() }

    static let open = Command(
        "open NUMBER|NAME", "open a chat",
        details: "NUMBER is the number in /chats. NAME is the name or its beginning: /open 1, /open eli.",
        actions: ["chatList.open", "inbox.open"],
        candidates: { $0.chats }
    ) { typed in try typed.openChat(typed.amongAllChats { try typed.actions.open(typed.argument) }) }

    static let chats = Command(
        "chats", "go to the list of chats",
        details: "Prints the list, newest first, with unread counts in brackets.",
        actions: ["messages.close", "contactList.close", "upcoming.close"]
    ) { try $0.showChats() }

    static let jump = Command(
        "jump [NUMBER]", "open a chat with unread messages",
        details:
            "NUMBER is the number in the status line; Alt-1 to Alt-9 do the same. Without it, as with Alt-A, the next such chat "
            + "opens, those with mentions first.",
        actions: ["chatList.open"]
    ) { try $0.jump() }

    static let previous = Command(
        "previous", "go back to the chat that was open before",
        details: "Ctrl-X Ctrl-B does the same.",
        actions: ["chatList.open"]
    ) { try $0.goBack() }

    static let more = Command(
        "more", "show more chats, or more notifications",
        details: "Lists start with 50 rows. Each /more adds 50, to the chats first.",
        actions: ["chatList.loadMore", "contactList.loadMore", "upcoming.loadMore", "notification.loadMore"]
    ) { try $0.showMore() }

    static let reload = Command(
        "reload", "load the chats again after an error",
        details: "Use it when the list shows an error.",
        actions: ["chatList.retry", "contactList.retry"]
    ) {
        try $0.press($0.skin.contactList.current?.retry ?? $0.skin.chatList.current?.retry)
        $0.skin.askForChatList()
    }

    static let find = Command(
        "find TEXT", "search for people",
        details: "TEXT is the beginning of a word in the name: /find eli, then /choose 1.",
        actions: ["chatForm.search", "chatList.search"],
        candidates: { $0.peopleAndChats }
    ) {
        $0.skin.lookedUp = nil
        try $0.receive($0.actions.find($0.argument))
    }

    static let choose = Command(
        "choose NUMBER", "start a chat with a person from the /find list",
        details: "NUMBER is the number in the /find list.",
        actions: ["recipients.create"],
        candidates: { $0.peopleNumbers }
    ) { try $0.receive($0.actions.choose($0.argument)) }

    static let knock = Command(
        "knock", "ask to join a chat",
        details:
            "Use it when /new ADDRESS is refused but the chat accepts requests. Once a member lets you in, /chats shows "
            + "an invitation.",
        actions: ["chatForm.knock"]
    ) { try $0.press($0.skin.chatForm.current?.knock) }

    static let message = Command(
        "msg NUMBER|NAME TEXT", "send a message to a chat without opening it",
        details: "NUMBER is the number in /chats. NAME is the name, or its beginning without spaces: /msg ada See you.",
        candidates: { $0.chats }
    ) { try $0.sendElsewhere() }

    static let close = Command(
        "close", "close the chat, the list or the form",
        details: "Anything typed into a form is discarded.",
        actions: [
            "messages.close", "chatForm.close", "contactList.close", "contactForm.close", "upcoming.close",
            "reminderForm.close",
        ]
    ) { try $0.press($0.closing) }

    static let accept = Command(
        "accept [NUMBER|NAME]", "accept an invitation to a chat",
        details:
            "NUMBER is the number in /chats, NAME the name or its beginning. The default is the newest invitation.",
        actions: ["chatList.accept"],
        candidates: { $0.invitations }
    ) { try $0.answerInvitation(\.accept) }

    static let decline = Command(
        "decline [NUMBER|NAME]", "decline an invitation to a chat",
        details:
            "NUMBER is the number in /chats, NAME the name or its beginning. The default is the newest invitation. The chat disappears from the list. "
            + "Also withdraws a request to join.",
        actions: ["chatList.decline"],
        candidates: { $0.invitations }
    ) { try $0.answerInvitation(\.decline) }
}

extension Invocation {
    fileprivate func startChat() throws {
        skin.lookedUp = nil
        try session.together {
            if skin.chatForm.current == nil, let newChat = skin.chatList.current?.newChat {
                try receive(newChat.event)
            }
            if !argument.isEmpty, let create = skin.chatForm.current?.create { try receive(create.filled(argument)) }
        }
    }

    /// Sends an event that opens a chat. Prints the chat again if it is already open.
    func openChat(_ event: Event) throws {
        let before = skin.messages.current
        try receive(event)
        // A chat that returns to its last messages is printed anyway.
        if let before, before.latest == nil, skin.messages.current?.chat == before.chat { skin.askForChat() }
    }

    fileprivate func showChats() throws {
        skin.askForChatList()
        try session.together { while let close = closing { try receive(close.event) } }
    }

    /// The action that closes the top screen; `nil` on the chat list.
    fileprivate var closing: Action? {
        skin.messages.current?.close ?? skin.chatForm.current?.close ?? skin.contactForm.current?.close
            ?? skin.contactList.current?.close ?? skin.reminderForm.current?.close ?? skin.upcoming.current?.close
    }

    /// Opens the chat with that number in the status line, or the next one with unread messages.
    fileprivate func jump() throws {
        if !argument.isEmpty { return try openChat(actions.jump(argument).open.event) }
        guard let next = StatusLine.next(skin.chatList.current, open: skin.read) else { throw Complaint.nothingUnread }
        try openChat(next.open.event)
    }

    /// Opens the chat that was open before.
    fileprivate func goBack() throws {
        let target = skin.messages.current == nil ? skin.lastChat : skin.previousChat
        guard let row = skin.chatList.current?.chats.first(where: { $0.chat == target }) else {
            throw Complaint.refused("No other chat was open before.")
        }
        try openChat(row.open.event)
    }

    /// Shows more of the list on the screen. Once all chats are shown, it shows more notifications.
    fileprivate func showMore() throws {
        if let list = skin.contactList.current {
            try press(list.loadMore)
            return skin.askForContacts()
        }
        if let list = skin.upcoming.current {
            try press(list.loadMore)
            return skin.askForUpcoming()
        }
        let more = skin.chatList.current?.loadMore
        try press(more ?? skin.notification.current?.loadMore)
        if more != nil { skin.askForChatList() }
    }

    fileprivate func sendElsewhere() throws {
        let (row, text) = try amongAllChats { try actions.addressed(argument) }
        if let reason = MessageUseCase.refusal(of: text) { throw Complaint.refused(reason) }
        let event = Event.message(.sending(OutgoingMessage(chat: row.chat, text: text, message: nil)))
        try receive(actions.composed(event))
        if skin.messages.current?.chat != row.chat { skin.say(StyledText("To \(row.title): \(text)", .dim)) }
    }

    fileprivate func answerInvitation(_ action: (Shown<ChatListViewModel.Row>) -> Action?) throws {
        try receive(amongAllChats { try actions.answer(argument, action) })
    }

    /// Runs a body while the list has all chats, and not only those that are shown.
    fileprivate func amongAllChats<Found>(_ body: () throws -> Found) throws -> Found {
        guard let list = skin.chatList.current, list.loadMore != nil else { return try body() }
        return try skin.aside {
            try listChats(list.totalCount)
            let found = Result { try body() }
            try listChats(list.chats.count)
            return try found.get()
        }
    }

    private func listChats(_ count: Int) throws {
        try receive(.chat(.listing(rows: count)))
        try session.flush()
    }
}
