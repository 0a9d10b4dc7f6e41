import TelexCore
import TelexRuntime

/// Shows all views as text. It depends on view models only.
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
    let notification = Renderer(NotificationText.changes)
    let badge = Renderer<BadgeViewModel> { _, _ in [] }
    let connection: Renderer<ConnectionViewModel>
    private let output: any TextOutput
    private let options: SkinOptions
    /// Whether it follows the views without printing anything.
    var isSilent = false
    /// Whether to print the whole chat list, once it is loaded.
    private var owesChatList = true
    /// The chat list as last printed.
    private var printedList: ChatListViewModel?
    private var hasBeenOnline = false
    /// Whether the first attempt to connect has succeeded or failed.
    private(set) var hasTried = false
    private let connectionText = ConnectionText()
    /// Whether to print all contacts, once they are loaded.
    private var owesContacts = false
    /// Whether to print the upcoming reminders, once they are loaded.
    private var owesUpcoming = false
    private var passesOver = false
    /// Whether to print the whole open chat.
    private var owesChat = false
    /// Whether a command is visiting other screens, which are not shown.
    private var isAside = false
    /// The busy lines as last printed.
    private var printedBusy: [StyledText] = []
    /// The rows that typed numbers refer to.
    var numbers = PrintedNumbers()
    /// The name that Tab has searched for. The results are not printed, since Tab shows them.
    var lookedUp: String?
    /// Whether the user has typed `/quit`.
    var isLeaving = false
    /// What `/undo` takes back; `nil` if nothing was done in this run that can be undone.
    var undoable: Undoable?
    private(set) var statusLine = StatusLine()
    /// The chat that was opened last, and the one before it.
    private(set) var lastChat: ChatID?
    private(set) var previousChat: ChatID?
    /// How many lines and keys were executed.
    var answered = 0
    /// Whether the session is ending and waits for pending work.
    var isDraining = false

    init(_ output: any TextOutput, _ options: SkinOptions = SkinOptions()) {
        self.output = output
        self.options = options
        let text = connectionText
        connection = Renderer { text.changes($0, $1).map(Printed.line) }
    }

    /// The views that cover the chat list while they are shown.
    private var screens: [any ScreenRenderer] {
        [chatForm, contactList, contactForm, contactExport, upcoming, reminderForm, reminderExport, messages, members]
    }

    func bind(to source: any ViewSource) {
        for renderer in screens + [connection, chatList, recipients, notification, badge] {
            renderer.bind(to: source)
        }
    }

    /// Prints the whole chat list at the next `idle()`.
    func askForChatList() { owesChatList = true }

    /// Reports a lost connection once more, if it is still lost.
    func askForConnection() { connectionText.forget() }

    /// Prints the contacts at the next `idle()`.
    func askForContacts() { owesContacts = true }

    /// Prints the upcoming reminders at the next `idle()`.
    func askForUpcoming() { owesUpcoming = true }

    /// Skips printing a list that opens before the next `release()`.
    func passOverLists() { passesOver = true }

    /// Prints the whole open chat at the next `idle()`.
    func askForChat() { owesChat = true }

    /// Prints what is on the screen, after it was cleared.
    func repaint() {
        if isSilent { return }
        if let chat = messages.current {
            output.show(MessagesText.beginning(chat))
        } else {
            (owesContacts, owesUpcoming, owesChatList) = (contactList.current != nil, upcoming.current != nil, isOnList)
        }
    }

    /// Runs `body` without showing the screens that it visits. It must end on the screen where it began.
    func aside<Found>(_ body: () throws -> Found) rethrows -> Found {
        isAside = true
        defer { isAside = false }
        return try body()
    }

    func say(_ line: StyledText) { output.print(.line(line)) }

    func print(_ printed: Printed) { output.print(printed) }

    func say(_ entry: Entry) { output.print(.entry(entry)) }

    func release() throws {
        if isAside { return try output.release(nil) }
        let wasOnList = screens.allSatisfy { !$0.wasShown }
        let isFirstOnline = !hasBeenOnline && connection.current?.state == .online
        let hadContacts = contactList.shown != nil
        let hadUpcoming = upcoming.shown != nil
        if messages.shown?.chat != messages.current?.chat { numbers.messages = NumberedList() }
        if let open = messages.current?.chat, open != lastChat { (previousChat, lastChat) = (lastChat, open) }
        let news = NotificationText.news(notification.shown, notification.current)
        let typing = MessagesText.typing(messages.shown, messages.current)
        let newRow = ContactListText.newRow(contactList.shown, contactList.current)
        let found = recipients.changes()
        let isForTab = lookedUp != nil && recipients.current?.query == lookedUp
        let changes =
            connection.changes() + chatList.changes() + screens.flatMap { $0.changes() } + (isForTab ? [] : found)
        let notifications = notification.changes() + badge.changes()
        for row in news {
            for notifier in options.notifiers { notifier.notify(who: row.heading, text: row.previewText) }
            output.alert(who: row.heading, text: row.previewText)
        }
        hasTried = hasTried || connection.current.map { $0.state != .connecting } == true
        // A reader of JSON sees the current lists, so numbers refer to those.
        if isSilent { numbers = PrintedNumbers() }
        if isSilent { return try output.release(nil) }
        if !found.isEmpty, !isForTab {
            numbers.candidates.print(recipients.current?.candidates ?? [])
            numbers.latest = .candidates
        }
        if let list = contactList.current, let newRow {
            numbers.contacts.print(list.contacts[newRow], as: newRow + 1)
            numbers.latest = .contacts
        }
        for row in news.reversed() { numbers.print(row) }
        if let chat = messages.current?.chat { numbers.open(chat) }
        for change in changes { output.print(change) }
        if let typing, !output.showsState { output.print(.line(typing)) }
        for change in notifications { output.print(change) }
        if isOnList, !wasOnList { owesChatList = true }
        // Print the list again if the first sync has changed it.
        if isFirstOnline, isOnList, printedList != nil, printedList != chatList.current { owesChatList = true }
        hasBeenOnline = hasBeenOnline || isFirstOnline
        if contactList.current == nil { owesContacts = false }
        if upcoming.current == nil { owesUpcoming = false }
        if contactList.current != nil, !hadContacts, !passesOver { owesContacts = true }
        if upcoming.current != nil, !hadUpcoming, !passesOver { owesUpcoming = true }
        passesOver = false
        if messages.current == nil { owesChat = false }
        statusLine.follow(chatList.current, open: read)
        output.see(seen)
        let hasNumbers = !found.isEmpty || newRow != nil || !news.isEmpty
        try output.release(hasNumbers && output.showsState ? state : nil)
    }

    func discard() { output.discard() }

    /// Called when no change is pending: prints the requested lists, new busy lines and the prompt.
    func idle() throws {
        if isAside { return try output.release(nil) }
        if !isSilent {
            if owesChatList, isOnList, let list = chatList.current {
                owesChatList = list.shouldShowBusy
                printedList = list
                numbers.chats.print(list.chats)
                numbers.latest = .chats
                for line in ChatListText.lines(list, options.backend) { output.print(.line(line)) }
            }
            if owesContacts, let list = contactList.current {
                owesContacts = list.shouldShowBusy
                numbers.contacts.print(list.contacts)
                numbers.latest = .contacts
                for line in ContactListText.lines(list) { output.print(.line(line)) }
            }
            if owesUpcoming, let list = upcoming.current {
                owesUpcoming = list.shouldShowBusy
                numbers.upcoming.print(list.rows)
                numbers.latest = .upcoming
                for line in UpcomingText.lines(list) { output.print(.line(line)) }
            }
            if owesChat, let chat = messages.current {
                owesChat = false
                for entry in MessagesText.beginning(chat) { output.print(.entry(entry)) }
            }
            if !output.showsState { printBusy() }
        }
        try output.release(state)
    }

    /// The chat whose last messages are on the screen.
    var read: ChatID? { messages.current.flatMap { $0.latest == nil ? $0.chat : nil } }

    /// What is on the screen now.
    var seen: SeenScreen {
        SeenScreen(
            messages: messages.current, chatList: chatList.current, contactList: contactList.current,
            upcoming: upcoming.current, recipients: recipients.current, notification: notification.current,
            numbers: numbers, jumps: statusLine.numbers)
    }

    /// Whether no screen covers the chat list.
    private var isOnList: Bool { screens.allSatisfy { !$0.isShown } }

    /// Prints each busy line once.
    private func printBusy() {
        for line in busy where !printedBusy.contains(line) { output.print(.line(line)) }
        printedBusy = busy
    }

    /// The lines about operations in progress.
    private var busy: [StyledText] {
        var lines: [StyledText] = []
        if let model = messages.current, model.shouldShowBusy { lines.append(MessagesText.busy(model)) }
        if let model = chatForm.current, model.shouldShowBusy { lines.append(ChatFormText.busy(model)) }
        return lines
    }

    private var state: EditorState {
        let unread = badge.current?.unreadCount ?? 0
        var state = EditorState()
        state.prompt = isSilent ? "> " : StyledText(prompt(unread))
        state.title = unread > 0 ? "(\(unread)) Telex" : "Telex"
        guard output.showsState else { return state }
        if !isSilent {
            state.status = busy
            if let typing = messages.current?.typingText { state.status.append(StyledText(typing, .dim)) }
        }
        if options.hasStatusLine, !isSilent {
            state.status.append(statusLine.text(chatList.current, connection.current, user: options.user))
        }
        if isDraining { state.status.append("Finishing work in progress… Ctrl-C leaves immediately.") }
        state.isLeaving = isLeaving
        state.place = messages.current?.chat
        state.draft = messages.current?.draftText ?? ""
        state.seen = seen
        state.answered = answered
        state.world = world
        return state
    }

    private func prompt(_ unread: Int) -> String {
        let place =
            messages.current.map { HarmlessText.of($0.title) } ?? (chatForm.current == nil ? nil : "new chat")
            ?? contactForm.current.map { $0.contact == nil ? "new contact" : "rename" }
            ?? (reminderForm.current == nil ? nil : "new reminder") ?? (upcoming.current == nil ? nil : "reminders")
            ?? (contactList.current == nil ? "" : "contacts")
        return [place, unread > 0 ? "(\(unread))" : ""].filter { !$0.isEmpty }.joined(separator: " ") + "> "
    }
}
