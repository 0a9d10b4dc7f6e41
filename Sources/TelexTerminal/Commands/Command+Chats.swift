import TelexCore

/// Commands about the list of chats.
extension Command {
    static let chatCommands: [Command] =
        [
            .new, .open, .message, .chats, .more, .reload, .find, .search, .choose, .knock, .close, .accept, .decline,
            .jump,
            .previous,
        ] + arrangingCommands

    static let new = Command(
        "new [NAME]", "start a chat",
        details:
            "Without a name, opens a form. Several names, with commas between them, start a group. So does a title, which "
            + "follows after a colon and a space: /new bob, cleo: Walkers. On Matrix, a group needs a title, and the addresses "
            + "of its people. "
            + "Without a login, only the built-in bots answer: /new Eliza.",
        actions: ["chatList.newChat", "chatForm.create", "chatForm.createGroup"],
        candidates: { $0.recipients }
    ) { try $0.startChat() }

    static let open = Command(
        "open NUMBER|NAME", "open a chat",
        details: "NUMBER is the number in /chats. NAME is the name or its beginning: /open 1, /open eli.",
        actions: ["chatList.open", "inbox.open"],
        candidates: { $0.chats }
    ) { try $0.openChat($0.amongAllChats().open($0.argument)) }

    static let chats = Command(
        "chats", "go to the list of chats",
        details:
            "Prints the list, with unread counts in brackets: invitations, pinned chats, the others with the newest first, and archived ones.",
        actions: ["messages.close", "contactList.close", "upcoming.close"]
    ) { try $0.showChats() }

    static let jump = Command(
        "jump [NUMBER]", "open a chat with unread messages",
        details:
            "NUMBER is the number in the bar; Alt-1 to Alt-9 do the same. Without it, as with Alt-A, the next such chat "
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
        actions: [
            "chatList.loadMore", "contactList.loadMore", "upcoming.loadMore", "notification.loadMore", "found.loadMore",
            "found.loadMoreFromServer",
        ]
    ) { try $0.showMore() }

    static let reload = Command(
        "reload", "load the chats again after an error",
        details: "Use it when the list shows an error.",
        actions: ["chatList.retry", "contactList.retry"]
    ) {
        try $0.press($0.screen.contactList?.retry ?? $0.screen.chatList?.retry)
        $0.screen.ask(for: .chats)
    }

    static let find = Command(
        "find TEXT", "search for chats and people",
        details: "TEXT is the beginning of a word in the name: /find eli, then /choose 1.",
        actions: ["chatForm.search", "chatList.search"],
        candidates: { $0.peopleAndChats }
    ) {
        $0.screen.lookedUp = nil
        try $0.receive($0.actions.find($0.argument))
    }

    static let search = Command(
        "search [TEXT]", "search for messages",
        details:
            "Finds the messages that have all words of TEXT, or words that begin with them; in quotation marks, words that "
            + "follow each other: /search \"new york\" tick. Words can be narrowed down by in:CHAT (in:here is the open one), "
            + "from:NAME (from:me), after:DAY, before:DAY (2026-11-05, yesterday, monday) and has:link, has:file, has:mention, "
            + "has:reaction, has:reply or has:edit. /choose NUMBER opens the chat around a message, /more shows more. Without "
            + "TEXT, searches again.",
        actions: ["chatList.searchMessages"]
    ) { try $0.searchMessages() }

    static let choose = Command(
        "choose NUMBER", "open what /find or /search has found",
        details: "NUMBER is the number in the list that was printed last.",
        actions: ["recipients.open", "recipients.create", "found.open"],
        candidates: { $0.peopleNumbers }
    ) { try $0.openChat($0.actions.choose($0.argument)) }

    static let knock = Command(
        "knock", "ask to join a chat",
        details:
            "Use it when /new ADDRESS is refused but the chat accepts requests. Once a member lets you in, /chats shows "
            + "an invitation.",
        actions: ["chatForm.knock"]
    ) { try $0.press($0.screen.chatForm?.knock) }

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
    ) { try $0.press($0.screen.closing) }

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
            "NUMBER is the number in /chats, NAME the name or its beginning. The default is the newest invitation. The chat disappears from the list, unless it has messages. "
            + "Also withdraws a request to join.",
        actions: ["chatList.decline"],
        candidates: { $0.invitations }
    ) { try $0.answerInvitation(\.decline) }
}

extension Invocation {
    fileprivate func startChat() throws {
        screen.lookedUp = nil
        if let known = known(argument) { return try openChat(known.open.event) }
        let isOutside = screen.chatForm == nil
        try session.together {
            if screen.chatForm == nil, let newChat = screen.chatList?.newChat {
                try receive(newChat.event)
            }
            screen.isOneLine = !argument.isEmpty && isOutside
            if !argument.isEmpty, let event = actions.creation(argument) { try receive(event) }
        }
    }

    /// The chat with that title or id that is here, while the server cannot be asked.
    private func known(_ name: String) -> Shown<ChatListViewModel.Row>? {
        guard !name.isEmpty, screen.connection?.state == .offline else { return nil }
        let chats = screen.chatList?.chats ?? []
        guard
            case .one(let chat) = ChatMatch(
                name, isWhole: true, in: chats, id: \.chat.text, title: \.title, isJoined: { $0.invitationText == nil })
        else { return nil }
        return chat
    }

    /// Sends an event that opens a chat. Prints the chat again if it is already open.
    func openChat(_ event: Event) throws {
        let before = screen.messages
        try receive(event)
        // A chat that returns to its last messages is printed anyway.
        if let before, before.latest == nil, screen.messages?.chat == before.chat { screen.ask(for: .chat) }
        // What is unread ends the mark once it is seen.
        if let row = screen.openRow, row.isMarkedUnread, row.unreadCount == 0 {
            try receive(.message(.reading(chat: row.chat)))
        }
    }

    fileprivate func showChats() throws {
        screen.ask(for: .chats)
        try session.together { while let close = screen.closing { try receive(close.event) } }
    }

    /// Opens the chat with that number in the bar, or the next one with unread messages.
    fileprivate func jump() throws {
        if !argument.isEmpty { return try openChat(actions.jump(argument).open.event) }
        guard let next = Bar.next(screen.chatList, open: screen.read) else { throw Complaint.nothingUnread }
        try openChat(next.open.event)
    }

    /// Opens the chat that was open before.
    fileprivate func goBack() throws {
        let target = screen.messages == nil ? screen.lastChat : screen.previousChat
        guard let row = screen.chatList?.chats.first(where: { $0.chat == target }) else {
            throw Complaint.refused("No other chat was open before.")
        }
        try openChat(row.open.event)
    }

    /// Shows more of the list on the screen. Once all chats are shown, it shows more notifications.
    fileprivate func showMore() throws {
        if screen.numbers.latest == .found, let found = screen.found {
            return try press(found.loadMore ?? found.loadMoreFromServer)
        }
        if let list = screen.contactList {
            try press(list.loadMore)
            return screen.ask(for: .contacts)
        }
        if let list = screen.upcoming {
            try press(list.loadMore)
            return screen.ask(for: .upcoming)
        }
        let more = screen.chatList?.loadMore
        try press(more ?? screen.notification?.loadMore)
        if more != nil { screen.ask(for: .chats) }
    }

    fileprivate func searchMessages() throws {
        if !argument.isEmpty, try repl.search(argument) { return }
        let text = argument.isEmpty ? screen.found?.query ?? "" : argument
        if text.isEmpty { throw Complaint.needsArgument(command) }
        // What was found before is printed again.
        screen.views.found = ViewState()
        try receive(.messageSearch(.searching(MessageSearching(query: text))))
    }

    fileprivate func sendElsewhere() throws {
        let (row, text) = try amongAllChats().addressed(argument)
        if let reason = MessageUseCase.refusal(of: text) { throw Complaint.refused(reason) }
        let event = Event.message(.sending(OutgoingMessage(chat: row.chat, text: text, message: nil)))
        try receive(actions.composed(event))
        if screen.messages?.chat != row.chat { say(StyledText("To \(row.title): \(text)", .secondary)) }
    }

    fileprivate func answerInvitation(_ action: (Shown<ChatListViewModel.Row>) -> Action?) throws {
        let answer = try amongAllChats().answer(argument, action)
        if case .invitation(.accepting(let chat)) = answer { repl.skin.screen.entering = chat }
        try receive(answer)
    }

    /// Finds actions among all chats, and not only among those that are listed.
    func amongAllChats() throws -> ActionFinder {
        guard let list = screen.chatList, list.loadMore != nil else { return actions }
        let all = try session.beside {
            try $0.model(ChatListViewModel.self, after: .chat(.listing(rows: list.totalCount)))
        }
        return ActionFinder(screen, repl.composer, seen: seen, among: all)
    }
}
