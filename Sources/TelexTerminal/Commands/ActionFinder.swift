import TelexCore

/// Finds the events that a command sends: all come out of the view models that are on the screen.
struct ActionFinder {
    let skin: TextSkin

    /// The event that a text without a `/` sends: to the open chat, or as the name in the open form.
    func text(_ text: String) throws(Complaint) -> Event {
        if let send = skin.messages.current?.send { return send.filled(text) }
        if let create = skin.createChat.current?.create { return create.filled(text) }
        throw .noChatOpen
    }

    func open(_ argument: String) throws(Complaint) -> Event {
        let rows = skin.chatList.current?.chats ?? []
        if argument.isEmpty { throw .needsArgument(.open) }
        if let number = Int(argument) { return try pick(number, rows).tapped.event }
        let typed = argument.lowercased()
        if let exact = rows.first(where: { $0.contact.lowercased() == typed || $0.chat.text == argument }) {
            return exact.tapped.event
        }
        let matches = rows.filter { $0.contact.lowercased().hasPrefix(typed) }
        if matches.count > 1 { throw .manyChats(argument, matches.map(\.contact)) }
        guard let only = matches.first else {
            throw .noSuchChat(argument, nearest: Nearness.nearest(to: argument, in: rows.map(\.contact)))
        }
        return only.tapped.event
    }

    func choose(_ argument: String) throws(Complaint) -> Event {
        guard let candidates = skin.autocompleteContact.current?.candidates else { throw .nothingToDo(.choose) }
        return try pick(try number(argument, .choose), candidates).chosen.event
    }

    func find(_ argument: String) throws(Complaint) -> Event {
        if argument.isEmpty { throw .needsArgument(.find) }
        guard let search = skin.createChat.current?.search ?? skin.chatList.current?.findPeople else { throw .noForm }
        return search.filled(argument)
    }

    func retry(_ argument: String) throws(Complaint) -> Event {
        let retries = skin.messages.current?.messages.compactMap(\.retry) ?? []
        guard let last = retries.last else { throw .nothingToDo(.retry) }
        return argument.isEmpty ? last.event : try pick(try number(argument, .retry), retries).event
    }

    /// The answer to an invitation: by the number of its chat, or else to the newest.
    func answer(
        _ argument: String, _ command: Command, _ action: (Shown<ChatListViewModel.Row>) -> Action?
    ) throws(Complaint) -> Event {
        let rows = skin.chatList.current?.chats ?? []
        let chosen = argument.isEmpty ? rows.first { action($0) != nil } : try pick(try number(argument, command), rows)
        guard let pressed = chosen.flatMap(action) else { throw .nothingToDo(command) }
        return pressed.event
    }

    func correct(_ argument: String) throws(Complaint) -> Event {
        if argument.isEmpty { throw .needsArgument(.correct) }
        guard let edit = skin.messages.current?.messages.compactMap(\.edit).last else { throw .nothingToDo(.correct) }
        return edit.filled(argument)
    }

    func notification(_ argument: String, _ command: Command) throws(Complaint) -> Shown<NotificationViewModel.Row> {
        let rows = skin.notification.current?.notifications ?? []
        guard let newest = rows.first else { throw .nothingToDo(command) }
        return argument.isEmpty ? newest : try pick(try number(argument, command), rows)
    }

    /// The event of an action that is there, or the complaint that it is not.
    func press(_ action: Action?, _ command: Command) throws(Complaint) -> Event {
        guard let action else { throw .nothingToDo(command) }
        return action.event
    }

    func number(_ argument: String, _ command: Command) throws(Complaint) -> Int {
        if argument.isEmpty { throw .needsArgument(command) }
        guard let number = Int(argument) else { throw .wrongArgument(command, argument) }
        return number
    }

    func pick<Row>(_ number: Int, _ rows: [Row]) throws(Complaint) -> Row {
        guard number > 0, number <= rows.count else { throw .noSuchNumber(number, of: rows.count) }
        return rows[number - 1]
    }
}
