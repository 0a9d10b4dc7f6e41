import TelexCore

/// Finds the event that a command sends, in the view models that are on the screen.
struct ActionFinder {
    let skin: TextSkin
    /// Composes texts; needed for commands that send one.
    var composer: Composer?

    /// Returns the event for text without a leading `/`: a message to the open chat, or the name in the open chat form.
    func text(_ text: String) throws(Complaint) -> Event {
        if let send = skin.messages.current?.send { return composed(send.filled(text)) }
        if let create = skin.chatForm.current?.create { return create.filled(text) }
        throw .noChatOpen
    }

    func open(_ argument: String) throws(Complaint) -> Event {
        if argument.isEmpty { throw .needsArgument(.open) }
        return try chat(named: argument).open.event
    }

    /// Splits the argument of `/msg` into a chat and the text after its number or name.
    func addressed(_ argument: String) throws(Complaint) -> (Shown<ChatListViewModel.Row>, text: String) {
        let rows = skin.chatList.current?.chats ?? []
        // If several titles match, the longest one wins, unless it begins another one.
        let named = rows.filter {
            $0.invitationText == nil && argument.lowercased().hasPrefix($0.title.lowercased() + " ")
        }
        .max { $0.title.count < $1.title.count }
        let words = argument.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let text = named.map { String(argument.dropFirst($0.title.count + 1)) } ?? (words.count > 1 ? words[1] : "")
        if text.allSatisfy(\.isWhitespace) { throw .needsArgument(.message) }
        let row = if let named { try joinedChat(named: named.title) } else { try chat(named: words[0]) }
        if row.invitationText != nil { throw notJoined(row) }
        if row.successor != nil { throw .replaced(row.title) }
        return (row, text)
    }

    /// Returns the chat with that number or id, or the only chat whose name begins with the argument.
    private func chat(named argument: String) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        if let number = Int(argument) { return try chat(number) }
        return try joinedChat(named: argument)
    }

    private func joinedChat(named name: String) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        try chat(named: name, in: skin.chatList.current?.chats ?? []) { $0.invitationText == nil }
    }

    private func chat(
        named name: String, in rows: [Shown<ChatListViewModel.Row>],
        isJoined: (Shown<ChatListViewModel.Row>) -> Bool = { _ in true }
    ) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        switch ChatMatch(name, in: rows, id: \.chat.text, title: \.title, isJoined: isJoined) {
        case .one(let row): return row
        case .several(let rows): throw .manyChats(name, rows.map(\.title))
        case .none(let nearest):
            let invited = rows.first { !isJoined($0) && $0.title.lowercased() == name.lowercased() }
            throw invited.map(notJoined) ?? .noSuchChat(name, nearest: nearest)
        }
    }

    func choose(_ argument: String) throws(Complaint) -> Event {
        guard let found = skin.recipients.current else { throw .nothingToDo(.choose) }
        let number = try number(argument, .choose)
        return try skin.numbers.candidates.row(number, in: found.candidates, gone: nil).create.event
    }

    func find(_ argument: String) throws(Complaint) -> Event {
        if argument.isEmpty { throw .needsArgument(.find) }
        guard let search = skin.chatForm.current?.search ?? skin.chatList.current?.search else { throw .noForm }
        return search.filled(argument)
    }

    func retry(_ argument: String) throws(Complaint) -> Event {
        guard let chat = skin.messages.current else { throw .nothingToDo(.retry) }
        let retries = chat.messages.compactMap(\.retry)
        guard let last = retries.last else { throw .refused("No message of this chat was refused.") }
        return argument.isEmpty ? last.event : try pick(try number(argument, .retry), retries).event
    }

    /// Returns the event that answers an invitation: the one with that number or name, or else the newest one.
    func answer(
        _ argument: String, _ command: Command, _ action: (Shown<ChatListViewModel.Row>) -> Action?
    ) throws(Complaint) -> Event {
        let rows = skin.chatList.current?.chats ?? []
        let chosen: Shown<ChatListViewModel.Row>
        if argument.isEmpty {
            guard let newest = rows.first(where: { action($0) != nil }) else {
                throw .refused("There are no invitations.")
            }
            chosen = newest
        } else if let number = Int(argument) {
            chosen = try chat(number)
        } else {
            chosen = try chat(named: argument, in: rows.filter { $0.invitationText != nil })
        }
        if let pressed = action(chosen) { return pressed.event }
        if chosen.invitationText != nil { throw notJoined(chosen) }
        throw .refused("You are not invited to \"\(chosen.title)\".")
    }

    /// Why the user is not in the chat of a row that has an `invitationText`.
    private func notJoined(_ row: Shown<ChatListViewModel.Row>) -> Complaint {
        if row.accept != nil { return .notJoined(row.title) }
        return row.decline != nil ? .notLetIn(row.title) : .answered(row.title)
    }

    /// Returns the event of `/edit`: of the message with that number, or else of our last one.
    func edit(_ argument: String) throws(Complaint) -> Event {
        try checkText(argument, .edit)
        guard let (number, text) = Self.number(in: argument) else {
            return composed(try action(.edit, on: lastOwn(.edit)).filled(argument))
        }
        return composed(try action(.edit, on: own(number, .edit)).filled(text))
    }

    /// Returns the event of `/reply`: to the message with that number, or else to the last one of somebody else.
    func reply(_ argument: String) throws(Complaint) -> Event {
        try checkText(argument, .reply)
        let (row, text) = try target(argument, .reply) { !$0.isOwn }
        guard let reply = skin.messages.current?.reply else { throw .nothingToDo(.reply) }
        return composed(reply.filled(text, row.message.text))
    }

    /// Returns the event of `/react`: of the message with that number, or else of the last one.
    func react(_ argument: String) throws(Complaint) -> Event {
        try checkText(argument, .react)
        let (row, typed) = try target(argument, .react) { _ in true }
        guard let key = Shortcodes.emoji(typed) else { throw .noEmoji(typed) }
        if let known = row.reactions?.first(where: { $0.key == key }), let toggle = known.toggle { return toggle.event }
        guard let react = skin.messages.current?.react else { throw .nothingToDo(.react) }
        return react.filled(row.message.text, key)
    }

    /// Returns what the answer with that number, or else the last one, answers.
    func original(_ argument: String) throws(Complaint) -> MessagesViewModel.Reply {
        let row: Shown<MessagesViewModel.Row>?
        if argument.isEmpty {
            row = skin.messages.current?.messages.last { $0.reply != nil }
        } else {
            row = try message(try number(argument, .original), .original)
        }
        guard let reply = row?.reply else {
            throw .refused(
                argument.isEmpty ? "No message here answers another one." : "The message answers no other one.")
        }
        return reply
    }

    /// Returns the message of `/spoiler`: the one with that number, or else the last one with hidden parts.
    func spoiler(_ argument: String) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        let row =
            argument.isEmpty
            ? skin.messages.current?.messages.last { Self.hasSpoiler($0) }
            : try message(try number(argument, .spoiler), .spoiler)
        guard let row, Self.hasSpoiler(row) else { throw .refused("The message has no hidden parts.") }
        return row
    }

    private static func hasSpoiler(_ row: Shown<MessagesViewModel.Row>) -> Bool {
        row.spans?.contains { $0.style == .spoiler } == true
    }

    /// The message that a command is about: the one with the number that the argument begins with, or else the last one
    /// that `suits`. Returns the rest of the argument as well.
    private func target(
        _ argument: String, _ command: Command, _ suits: (Shown<MessagesViewModel.Row>) -> Bool
    ) throws(Complaint) -> (Shown<MessagesViewModel.Row>, rest: String) {
        if let (number, rest) = Self.number(in: argument) {
            let row = try message(number, command)
            if row.kind == .deleted || row.kind == .system { throw .notAnswerable(number) }
            return (row, rest)
        }
        if skin.messages.current?.latest != nil { throw .notAtEnd(command) }
        let last = skin.messages.current?.messages.last { $0.kind != .deleted && $0.kind != .system && suits($0) }
        guard let last else { throw .nothingToDo(command) }
        return (last, argument)
    }

    /// The time in which a deletion can be undone, in seconds.
    private static let deletionDelay = 10

    /// Returns the event of `/delete`: of the message with that number, or else of our last one.
    func delete(_ argument: String) throws(Complaint) -> Event {
        let row = argument.isEmpty ? try lastOwn(.delete) : try own(try number(argument, .delete), .delete)
        let event = try action(.delete, on: row).event
        guard case .revision(.deleting(let chat, let message, _)) = event else { return event }
        return .revision(.deleting(chat: chat, message: message, delay: Self.deletionDelay))
    }

    /// The command that edits our last message; `nil` if it cannot be edited. A text that begins with a number would be
    /// taken for the number of a message.
    var editing: String? {
        guard let row = try? lastOwn(.edit), row.edit != nil, Self.number(in: row.text) == nil else { return nil }
        // A spoiler, or a mark that stands for itself, cannot be typed as it is.
        let text = FormattedText(row.text, row.spans ?? [])
        // Whom the message mentions, if only by what it says.
        let mentioned: [Composition.Person] = text.spans.compactMap { span in
            let name = text.text.unicodeScalars.dropFirst(span.start + 1).prefix(span.length - 1)
            return span.user.map { Composition.Person(name: String(name), user: $0) }
        }
        let again = Composition(people: mentioned).read(text.markdown)
        guard again.text == text.text, Set(again.spans) == Set(text.spans) else { return nil }
        return "/\(Command.edit.name) \(text.markdown)"
    }

    /// The event with its text as it is sent.
    func composed(_ event: Event) -> Event { composer?.composed(event) ?? event }

    /// Checks that the argument is more than a number, which could be meant as the number of a message or as the text.
    private func checkText(_ argument: String, _ command: Command) throws(Complaint) {
        if argument.allSatisfy({ $0.isASCII && $0.isNumber }) { throw .needsArgument(command) }
    }

    /// The number with which a text begins, and what follows it.
    private static func number(in text: String) -> (number: Int, rest: String)? {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count > 1, words[0].allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(words[0]) else {
            return nil
        }
        return (number, String(words[1]))
    }

    /// The action with which a command changes a message.
    private func action(_ command: Command, on row: Shown<MessagesViewModel.Row>) throws(Complaint) -> Action {
        guard let action = command == .edit ? row.edit : row.delete else {
            throw row.keep == nil ? .notChangeable(command, isSent: row.delete != nil) : .beingDeleted
        }
        return action
    }

    /// Returns the user's last message. Never falls back to an earlier message.
    private func lastOwn(_ command: Command) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        if skin.messages.current?.latest != nil { throw .notAtEnd(command) }
        guard let last = skin.messages.current?.messages.last(where: { $0.isOwn && $0.kind != .deleted }) else {
            throw .nothingToDo(command)
        }
        return last
    }

    /// Returns the user's message with that number, counted from the last message of the chat.
    private func own(_ number: Int, _ command: Command) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        let row = try message(number, command)
        guard row.isOwn, row.kind != .deleted else { throw .notOurs(number) }
        return row
    }

    /// Returns the message with that number, counted from the last message of the chat.
    private func message(_ number: Int, _ command: Command) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        guard let chat = skin.messages.current else { throw .nothingToDo(command) }
        if chat.latest != nil { throw .notAtEnd(command) }
        return try skin.numbers.messages.row(
            number, in: chat.messages.reversed(),
            gone: {
                let text = FormattedText($0.text, $0.spans ?? []).visible
                return .gone(number, String(text.prefix(40)), .numbers)
            })
    }

    /// Returns the notification with that number, counted back from the last one printed; without a number, the last
    /// one.
    func notification(_ argument: String, _ command: Command) throws(Complaint) -> Shown<NotificationViewModel.Row> {
        let pending = skin.notification.current?.notifications ?? []
        let printed = skin.numbers.notifications.isEmpty ? pending : skin.numbers.notifications
        guard let last = printed.first else { throw .refused("There are no notifications.") }
        let row = argument.isEmpty ? last : try pick(try number(argument, command), printed)
        skin.numbers.notifications.removeAll { $0.id == row.id }
        if let now = pending.first(where: { $0.id == row.id }) { return now }
        if skin.notification.current?.loadMore == nil { throw .notificationGone(row.heading, row.previewText) }
        return row
    }

    /// Returns the chat that was printed with that number.
    private func chat(_ number: Int) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        let list = skin.chatList.current
        return try skin.numbers.chats.row(
            number, in: list?.chats ?? [], gone: list?.loadMore == nil ? { .gone(number, $0.title, .chats) } : nil)
    }

    func contact(_ number: Int) throws(Complaint) -> Shown<ContactListViewModel.Row> {
        let list = skin.contactList.current
        return try skin.numbers.contacts.row(
            number, in: list?.contacts ?? [],
            gone: list?.loadMore == nil ? { .gone(number, $0.fullName, .contacts) } : nil)
    }

    func reminder(_ number: Int) throws(Complaint) -> UpcomingViewModel.Row {
        let list = skin.upcoming.current
        return try skin.numbers.upcoming.row(
            number, in: list?.rows ?? [], gone: list?.loadMore == nil ? { .gone(number, $0.summary, .upcoming) } : nil)
    }

    /// Returns the event of an action, or throws `nothingToDo` if there is no action.
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
