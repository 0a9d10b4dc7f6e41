import TelexCore
import TelexRuntime

/// Shows all views as text. It knows view models and nothing else.
final class TextSkin: Outlet {
    let chatList = Renderer<ChatListViewModel> { ChatListText.changes($0, $1).map(Printed.line) }
    let chatForm = Renderer<ChatFormViewModel> { ChatFormText.changes($0, $1).map(Printed.line) }
    let recipients = Renderer<RecipientsViewModel> {
        RecipientsText.changes($0, $1).map(Printed.line)
    }
    let contactList = Renderer<ContactListViewModel> { ContactListText.changes($0, $1).map(Printed.line) }
    let contactForm = Renderer<ContactFormViewModel> { ContactFormText.changes($0, $1).map(Printed.line) }
    let contactExport = Renderer<ContactExportViewModel> { _, _ in [] }
    let upcoming = Renderer<UpcomingViewModel> { UpcomingText.changes($0, $1).map(Printed.line) }
    let reminderForm = Renderer<ReminderFormViewModel> { ReminderFormText.changes($0, $1).map(Printed.line) }
    let reminderExport = Renderer<ReminderExportViewModel> { _, _ in [] }
    let messages = Renderer(MessagesText.changes)
    let members = Renderer<MembersViewModel> { _, _ in [] }
    let notification = Renderer<NotificationViewModel> { NotificationText.changes($0, $1).map(Printed.line) }
    let badge = Renderer<BadgeViewModel> { _, _ in [] }
    let connection: Renderer<ConnectionViewModel>
    private let output: any TextOutput
    private let company: Company
    /// Whether the views are followed without printing anything.
    private let isSilent: () -> Bool
    /// Whether the whole chat list is to be printed, once it is there.
    private var owesChatList = true
    /// The chat list as it was printed last.
    private var printedList: ChatListViewModel?
    private var hasBeenOnline = false
    /// Whether it is known if there is a connection.
    private(set) var hasTried = false
    private let connectionText = ConnectionText()
    /// Whether all contacts are to be printed, once they are there.
    private var owesContacts = false
    /// Whether what is due is to be printed, once it is there.
    private var owesUpcoming = false
    private var passesOver = false
    /// Whether the whole open chat is to be printed.
    private var owesChat = false
    /// Whether commands visit other screens unseen, to come back to the one that the person sees.
    private var isAside = false
    /// What the busy lines said when they were last printed.
    private var printedBusy: [StyledText] = []
    /// What typed numbers mean.
    var numbers = PrintedNumbers()
    /// Whom Tab has looked for; it shows them itself.
    var lookedUp: String?
    /// Whether the person has typed `/quit`.
    var isLeaving = false
    /// Whether the session ends once what is under way is done.
    var isDraining = false

    init(_ output: any TextOutput, _ company: Company = .bots, isSilent: @escaping () -> Bool = { false }) {
        self.output = output
        self.company = company
        self.isSilent = isSilent
        let text = connectionText
        connection = Renderer { text.changes($0, $1).map(Printed.line) }
    }

    /// The views that lie on the chat list while they are shown.
    private var screens: [any ScreenRenderer] {
        [chatForm, contactList, contactForm, contactExport, upcoming, reminderForm, reminderExport, messages, members]
    }

    func bind(to telex: Telex) {
        for renderer in screens + [connection, chatList, recipients, notification, badge] {
            renderer.bind(to: telex)
        }
    }

    /// Prints the whole chat list when it is next at rest.
    func askForChatList() { owesChatList = true }

    /// Says that there is no connection once more, if that is so.
    func askForConnection() { connectionText.forget() }

    /// Prints the contacts when they are next at rest.
    func askForContacts() { owesContacts = true }

    /// Prints what is due when it is next at rest.
    func askForUpcoming() { owesUpcoming = true }

    /// Does not print a list when its screen comes on top next.
    func passOverLists() { passesOver = true }

    /// Prints the whole open chat when it is next at rest.
    func askForChat() { owesChat = true }

    /// Shows nothing of the screens that `body` visits. It must end on the screen on which it began.
    func aside<Found>(_ body: () throws -> Found) rethrows -> Found {
        isAside = true
        defer { isAside = false }
        return try body()
    }

    func say(_ line: StyledText) { output.print(.line(line)) }

    func say(_ entry: Entry) { output.print(.entry(entry)) }

    func release() throws {
        if isAside { return try output.release(nil) }
        let wasOnList = screens.allSatisfy { !$0.wasShown }
        let isFirstOnline = !hasBeenOnline && connection.current?.state == .online
        let hadContacts = contactList.shown != nil
        let hadUpcoming = upcoming.shown != nil
        let news = NotificationText.news(notification.shown, notification.current)
        let typing = MessagesText.typing(messages.shown, messages.current)
        let newRow = ContactListText.newRow(contactList.shown, contactList.current)
        let found = recipients.changes()
        let isForTab = lookedUp != nil && recipients.current?.query == lookedUp
        let changes =
            connection.changes() + chatList.changes() + screens.flatMap { $0.changes() } + (isForTab ? [] : found)
        let notifications = notification.changes() + badge.changes()
        for row in news { output.alert(who: row.heading, text: row.previewText) }
        hasTried = hasTried || connection.current.map { $0.state != .connecting } == true
        // Whoever reads JSON sees the current lists.
        if isSilent() { numbers = PrintedNumbers() }
        if isSilent() { return try output.release(nil) }
        if !found.isEmpty, !isForTab { numbers.candidates.print(recipients.current?.candidates ?? []) }
        if let list = contactList.current, let newRow { numbers.contacts.print(list.contacts[newRow], as: newRow + 1) }
        for row in news.reversed() { numbers.print(row) }
        if let chat = messages.current?.chat { numbers.open(chat) }
        for change in changes { output.print(change) }
        if let typing, !output.showsStanding { output.print(.line(typing)) }
        for change in notifications { output.print(change) }
        if isOnList, !wasOnList { owesChatList = true }
        // What the first sync has brought is to be seen.
        if isFirstOnline, isOnList, printedList != nil, printedList != chatList.current { owesChatList = true }
        hasBeenOnline = hasBeenOnline || isFirstOnline
        if contactList.current == nil { owesContacts = false }
        if upcoming.current == nil { owesUpcoming = false }
        if contactList.current != nil, !hadContacts, !passesOver { owesContacts = true }
        if upcoming.current != nil, !hadUpcoming, !passesOver { owesUpcoming = true }
        passesOver = false
        if messages.current == nil { owesChat = false }
        let hasNumbers = !found.isEmpty || newRow != nil || !news.isEmpty
        try output.release(hasNumbers && output.showsStanding ? standing : nil)
    }

    func discard() { output.discard() }

    /// What is on the screen stays for a while: says what is busy, and shows what is owed, and the prompt.
    func idle() throws {
        if isAside { return try output.release(nil) }
        if !isSilent() {
            if owesChatList, isOnList, let list = chatList.current {
                owesChatList = list.shouldShowBusy
                printedList = list
                numbers.chats.print(list.chats)
                for line in ChatListText.lines(list, company) { output.print(.line(line)) }
            }
            if owesContacts, let list = contactList.current {
                owesContacts = list.shouldShowBusy
                numbers.contacts.print(list.contacts)
                for line in ContactListText.lines(list) { output.print(.line(line)) }
            }
            if owesUpcoming, let list = upcoming.current {
                owesUpcoming = list.shouldShowBusy
                numbers.upcoming.print(list.rows)
                for line in UpcomingText.lines(list) { output.print(.line(line)) }
            }
            if owesChat, let chat = messages.current {
                owesChat = false
                for entry in MessagesText.beginning(chat) { output.print(.entry(entry)) }
            }
            if !output.showsStanding { printBusy() }
        }
        try output.release(standing)
    }

    /// Whether no screen lies on the chat list.
    private var isOnList: Bool { screens.allSatisfy { !$0.isShown } }

    /// Says what takes a while, once.
    private func printBusy() {
        for line in busy where !printedBusy.contains(line) { output.print(.line(line)) }
        printedBusy = busy
    }

    /// What takes a while.
    private var busy: [StyledText] {
        var lines: [StyledText] = []
        if let model = messages.current, model.shouldShowBusy { lines.append(MessagesText.busy(model)) }
        if let model = chatForm.current, model.shouldShowBusy { lines.append(ChatFormText.busy(model)) }
        return lines
    }

    private var standing: Standing {
        let unread = badge.current?.unreadCount ?? 0
        var standing = Standing()
        standing.prompt = isSilent() ? "> " : StyledText(prompt(unread))
        standing.title = unread > 0 ? "(\(unread)) Telex" : "Telex"
        guard output.showsStanding else { return standing }
        if !isSilent() {
            standing.status = busy
            if let typing = messages.current?.typingText { standing.status.append(StyledText(typing, .dim)) }
        }
        if isDraining { standing.status.append("Waiting for what is under way… Ctrl-C leaves at once.") }
        standing.isLeaving = isLeaving
        standing.world = world
        return standing
    }

    private func prompt(_ unread: Int) -> String {
        let place =
            messages.current.map { HarmlessText.of($0.title) } ?? (chatForm.current == nil ? nil : "new chat")
            ?? contactForm.current.map { $0.contact == nil ? "new contact" : "rename" }
            ?? (reminderForm.current == nil ? nil : "new reminder") ?? (upcoming.current == nil ? nil : "reminders")
            ?? (contactList.current == nil ? "" : "contacts")
        return [place, unread > 0 ? "(\(unread))" : ""].filter { !$0.isEmpty }.joined(separator: " ") + "> "
    }

    private var world: CompletionWorld {
        typealias Candidate = CompletionWorld.Candidate
        var world = CompletionWorld()
        world.chats = (chatList.current?.chats ?? []).map { row in
            let unread = row.unreadCount > 0 ? ["\(row.unreadCount) unread"] : []
            let what = (unread + [row.dateText, String(row.previewText.prefix(40))]).filter { !$0.isEmpty }
            return Candidate(text: row.title, what: what.joined(separator: ", "))
        }
        world.invitations = numbers.chats.rows(of: chatList.current?.chats ?? []).filter { $1.accept != nil }.map {
            Candidate(text: "\($0)", what: "\($1.title): \($1.invitationText ?? "")")
        }
        world.query = recipients.current.flatMap { $0.shouldShowBusy ? nil : $0.query }
        world.people = (recipients.current?.candidates ?? []).map {
            Candidate(text: $0.recipient, what: "")
        }
        world.peopleNumbers = numbers.candidates.rows(of: recipients.current?.candidates ?? []).map {
            CompletionWorld.numbered($0, Candidate(text: $1.recipient, what: ""))
        }
        world.notifications = numbers.notifications.map {
            Candidate(text: $0.heading, what: String($0.previewText.prefix(40)))
        }
        let contacts = contactList.current?.contacts ?? []
        world.contacts = contacts.map { Candidate(text: $0.fullName, what: $0.detailText) }
        world.contactNumbers = numbers.contacts.rows(of: contacts).map {
            CompletionWorld.numbered($0, Candidate(text: $1.fullName, what: $1.detailText))
        }
        world.upcoming = numbers.upcoming.rows(of: upcoming.current?.rows ?? []).map {
            CompletionWorld.numbered($0, Candidate(text: $1.summary, what: "\($1.weekdayText) \($1.timeText)"))
        }
        world.refused = (messages.current?.messages ?? []).filter { $0.retry != nil }.map {
            Candidate(text: String($0.text.prefix(40)), what: $0.statusText)
        }
        return world
    }
}
