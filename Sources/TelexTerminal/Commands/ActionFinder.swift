import TelexCore

/// Finds the event that a command sends. What the command is about is looked up in what was on the screen when the line
/// began, and what can be done with it in the view models of now.
struct ActionFinder {
    let screen: ScreenState
    let seen: SeenScreen
    /// The chats that can be meant.
    private let list: ChatListViewModel?
    /// Composes texts; needed for commands that send one.
    private let composer: Composer?

    /// - Parameters:
    ///   - seen: what was on the screen when the line began; the current screen if that is unknown.
    ///   - list: the chats that can be meant; those on the screen if it is `nil`.
    init(
        _ screen: ScreenState, _ composer: Composer? = nil, seen: SeenScreen? = nil,
        among list: ChatListViewModel? = nil
    ) {
        self.screen = screen
        self.composer = composer
        self.seen = seen ?? screen.seen
        self.list = list ?? screen.chatList
    }

    /// Returns the event for text without a leading `/`: a message to the open chat, or what the open form asks for.
    func text(_ text: String) throws -> Event {
        if screen.reminderForm != nil { return try reminder(typed: text) }
        if screen.contactForm != nil { return try contact(named: text) }
        if let chat = screen.messages {
            guard let send = chat.send else {
                throw Complaint.keptAsDraft(chat.errorText ?? "Nothing can be sent here.")
            }
            return try composed(send.filled(text))
        }
        if let event = creation(text) { return event }
        throw Complaint.noChatOpen
    }

    /// Returns the event that starts a chat with somebody, or a group if a colon and a title follow the names; `nil` if no form
    /// is open.
    ///
    /// A Matrix address has a colon, too, but no space after it.
    func creation(_ text: String) -> Event? {
        if let colon = text.range(of: ": "), let create = screen.chatForm?.createGroup {
            return create.filled(String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
        }
        return screen.chatForm?.create?.filled(text)
    }

    /// Returns the event that types a due date and a text into the open form.
    func reminder(typed text: String) throws(Complaint) -> Event {
        guard let typing = screen.reminderForm?.typing else { throw .nothingToDo(.remind) }
        return typing.filled("", text)
    }

    /// Returns the event that saves the open form with a name. The last word is the last name.
    func contact(named name: String) throws(Complaint) -> Event {
        guard let save = screen.contactForm?.save else { throw .nothingToDo(.add) }
        return Self.contact(named: name, save)
    }

    static func contact(named name: String, _ save: Action) -> Event {
        let words = name.split(separator: " ")
        return save.filled(words.dropLast().joined(separator: " "), words.last.map(String.init) ?? "")
    }

    func open(_ argument: String) throws(Complaint) -> Event {
        if argument.isEmpty { throw .needsArgument(.open) }
        if seen.shows(.found), let number = Int(argument) { return try found(number) }
        return try chat(named: argument).open.event
    }

    /// Splits the argument of `/msg` into a chat and the text after its number or name.
    func addressed(_ argument: String) throws(Complaint) -> (Shown<ChatListViewModel.Row>, text: String) {
        let (row, text) = try parts(of: argument)
        if text.allSatisfy(\.isWhitespace) { throw .needsArgument(.message) }
        if row.invitationText != nil { throw notJoined(row) }
        if row.successor != nil { throw .replaced(row.title) }
        return (row, text)
    }

    /// Splits an argument after the number or the name of a chat with which it begins.
    private func parts(of argument: String) throws(Complaint) -> (Shown<ChatListViewModel.Row>, rest: String) {
        // If several titles match, the longest one wins.
        let named = (list?.chats ?? []).filter {
            $0.invitationText == nil && (argument + " ").lowercased().hasPrefix($0.title.lowercased() + " ")
        }
        .max { $0.title.count < $1.title.count }
        if let named { return (try joinedChat(named: named.title), String(argument.dropFirst(named.title.count + 1))) }
        let words = argument.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (try chat(named: words[0]), words.count > 1 ? words[1] : "")
    }

    /// Returns the chat that an argument names, or the open one if it is empty.
    func chat(
        named argument: String, or open: ChatID?, _ command: Command
    ) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        if !argument.isEmpty { return try chat(named: argument) }
        guard let row = list?.chats.first(where: { $0.chat == open }) else { throw .needsArgument(command) }
        return row
    }

    /// Returns the open chat and the argument, or, if none is open, the chat with whose name the argument begins and the rest.
    func chat(
        before argument: String, or open: ChatID?, _ command: Command
    ) throws(Complaint) -> (Shown<ChatListViewModel.Row>, rest: String) {
        if open != nil { return (try chat(named: "", or: open, command), argument) }
        if argument.isEmpty { throw .needsArgument(command) }
        return try parts(of: argument)
    }

    /// Returns the action that ignores who has invited us, by the name or the id; `nil` if there is none.
    func ignoreOfInviter(_ name: String) -> Action? {
        (list?.chats ?? []).first { row in
            guard let action = row.ignore, let text = row.invitationText?.lowercased() else { return false }
            return action.event == .member(.ignoring(user: UserID(name)))
                || text.hasPrefix(name.lowercased() + " invites ")
                || text.hasPrefix(name.lowercased() + " (")
        }?.ignore
    }

    /// The pinned chats, in order.
    var pinned: [Shown<ChatListViewModel.Row>] { (list?.chats ?? []).filter { $0.section == .pinned } }

    /// Returns the chat with that number or id, or the only chat whose name begins with the argument.
    private func chat(named argument: String) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        if let number = Int(argument) { return try chat(number) }
        return try joinedChat(named: argument)
    }

    private func joinedChat(named name: String) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        try chat(named: name, in: list?.chats ?? []) { $0.invitationText == nil }
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
        if seen.shows(.found) { return try found(number(argument, .choose)) }
        guard let found = screen.recipients else { throw .nothingToDo(.choose) }
        let number = try number(argument, .choose)
        try check(number, in: .candidates)
        let rows = seen.recipients?.candidates ?? []
        let chosen = try seen.numbers.candidates.row(number, of: rows, in: found.candidates, gone: nil)
        guard let action = chosen.open ?? chosen.create else { throw .nothingToDo(.choose) }
        return action.event
    }

    /// Returns the event that opens the message that was printed with that number.
    private func found(_ number: Int) throws(Complaint) -> Event {
        let row = try seen.numbers.found.row(number, of: seen.found?.numbered ?? [], in: [], gone: nil)
        guard let open = row.open else { throw .refused("You are not in \"\(row.title)\", so it cannot be opened.") }
        return open.event
    }

    func find(_ argument: String) throws(Complaint) -> Event {
        if argument.isEmpty { throw .needsArgument(.find) }
        guard let search = screen.chatForm?.search ?? screen.chatList?.search else { throw .noForm }
        return search.filled(argument)
    }

    /// Returns the event that answers an invitation: the one with that number or name, or else the newest one.
    func answer(
        _ argument: String, _ action: (Shown<ChatListViewModel.Row>) -> Action?
    ) throws(Complaint) -> Event {
        let rows = list?.chats ?? []
        let chosen: Shown<ChatListViewModel.Row>
        if argument.isEmpty {
            let seen = seen.chatList?.chats.first { action($0) != nil }
            guard let newest = seen ?? rows.first(where: { action($0) != nil }) else {
                throw .refused("There are no invitations.")
            }
            chosen = rows.first { $0.id == newest.id } ?? newest
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

    /// Returns the notification with that number as it was printed, counted back from the last one; without a number, the
    /// last one.
    func notification(_ argument: String, _ command: Command) throws(Complaint) -> Shown<NotificationViewModel.Row> {
        let printed = seen.numbers.notifications
        let shown = printed.isEmpty ? seen.notification?.notifications ?? [] : printed
        guard let last = shown.first else { throw .refused("There are no notifications.") }
        return argument.isEmpty ? last : try pick(try number(argument, command), shown)
    }

    /// Returns a notification as it is now.
    func now(_ row: Shown<NotificationViewModel.Row>) throws(Complaint) -> Shown<NotificationViewModel.Row> {
        if let now = screen.notification?.notifications.first(where: { $0.id == row.id }) { return now }
        if screen.notification?.loadMore == nil { throw .notificationGone(row.heading, row.previewText) }
        return row
    }

    /// Returns the chat with that number in the bar.
    func jump(_ argument: String) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        let number = try number(argument, .jump)
        let chat = seen.jumps.first { $0.value == number }?.key
        guard let row = screen.chatList?.chats.first(where: { $0.chat == chat }) else { throw .noNews(number) }
        return row
    }

    /// Checks that a number can mean a row of the list.
    func check(_ number: Int, in list: PrintedNumbers.List) throws(Complaint) {
        if seen.shows(list) { return }
        let command: Command =
            switch list {
            case .chats: .chats
            case .contacts: .contacts
            case .upcoming: .upcoming
            case .candidates: .find
            case .found: .search
            }
        throw .notOnScreen(number, command)
    }

    /// Returns the chat that was printed with that number.
    private func chat(_ number: Int) throws(Complaint) -> Shown<ChatListViewModel.Row> {
        try check(number, in: .chats)
        return try seen.numbers.chats.row(
            number, of: seen.chatList?.chats ?? [], in: list?.chats ?? [],
            gone: list?.loadMore == nil ? { .gone(number, $0.title, .chats) } : nil)
    }

    /// Returns the contact that was printed with that number.
    func contact(_ number: Int) throws(Complaint) -> Shown<ContactListViewModel.Row> {
        let list = screen.contactList
        return try seen.numbers.contacts.row(
            number, of: seen.contactList?.contacts ?? [], in: list?.contacts ?? [],
            gone: list?.loadMore == nil ? { .gone(number, $0.fullName, .contacts) } : nil)
    }

    /// Returns the reminder that was printed with that number.
    func reminder(_ number: Int, in list: UpcomingViewModel?) throws(Complaint) -> UpcomingViewModel.Row {
        try seen.numbers.upcoming.row(
            number, of: seen.upcoming?.rows ?? [], in: list?.rows ?? [],
            gone: list?.loadMore == nil ? { .gone(number, $0.summary, .upcoming) } : nil)
    }

    /// The event with its text as it is sent.
    func composed(_ event: Event) throws -> Event { try composer?.composed(event) ?? event }

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
