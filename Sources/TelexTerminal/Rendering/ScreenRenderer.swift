import TelexCore

/// Words what a screen has to print, and the state that the editor shows beside it.
struct ScreenRenderer {
    let options: SkinOptions
    /// Whether the editor's state is shown, and not only the prompt.
    let showsState: Bool

    func printed(_ item: ScreenItem) -> [Printed] {
        switch item {
        case .chatList(let change): lines(ChatListText.changes(change.old, change.new))
        case .chatForm(let change): lines(ChatFormText.changes(change.old, change.new))
        case .recipients(let change): lines(RecipientsText.changes(change.old, change.new))
        case .found(let change): lines(FoundText.changes(change.old, change.new))
        case .contactList(let change): lines(ContactListText.changes(change.old, change.new))
        case .contactForm(let change): lines(ContactFormText.changes(change.old, change.new))
        case .upcoming(let change): lines(UpcomingText.changes(change.old, change.new))
        case .reminderForm(let change): lines(ReminderFormText.changes(change.old, change.new))
        case .messages(let update): MessagesText(update.layout).changes(update)
        case .notification(let change, let news): NotificationText.changes(change.old, change.new, news: news)
        case .connection(let news): lines(ConnectionText.lines(news))
        case .typing(let text): lines([StyledText(text, .secondary)])
        case .chats(let list): lines(ChatListText.lines(list, options.backend))
        case .contacts(let list): lines(ContactListText.lines(list))
        case .reminders(let list): lines(UpcomingText.lines(list))
        case .chat(let chat): MessagesText(chat.layout).entries(chat).map(Printed.entry)
        case .work(let work): lines([text(work)])
        }
    }

    private func lines(_ lines: [StyledText]) -> [Printed] { lines.map(Printed.line) }

    /// The line about an operation in progress.
    private func text(_ work: ScreenState.Work) -> StyledText {
        switch work {
        case .loadingMessages: StyledText("Loading messages…", .secondary)
        case .creating(let recipient): StyledText("Creating the chat with \(recipient)…", .secondary)
        case .joining(let title): StyledText("Joining \(title)…", .secondary)
        }
    }

    func state(_ screen: ScreenState) -> EditorState {
        let unread = screen.badge?.unreadCount ?? 0
        var state = EditorState()
        state.prompt = screen.isSilent ? "> " : StyledText(prompt(screen, unread), .prompt)
        state.title = unread > 0 ? "(\(unread)) Telex" : "Telex"
        guard showsState else { return state }
        state.bar = bar(screen)
        state.nameLimit = options.nameWidth
        state.isLeaving = screen.isLeaving
        state.movesFiles = screen.transfers != nil
        state.place = screen.place
        state.isOpening = screen.isOpening
        state.draft = screen.messages?.draftText ?? ""
        state.seen = screen.seen
        state.answered = screen.answered
        return state
    }

    /// The bar, and what is going on; `nil` if there is nothing to say.
    private func bar(_ screen: ScreenState) -> StyledText? {
        if screen.isDraining { return "Finishing work in progress… Ctrl-C leaves immediately." }
        if screen.isSilent { return nil }
        let line = screen.bar
        let above = screen.unreadAbove
        var parts = options.hasBar ? [line.identity(screen.connection, user: options.user)] : []
        parts += screen.work.map(text)
        parts += screen.transfers?.transfers.prefix(2).map(FileLine.progress) ?? []
        if let typing = screen.messages?.typingText { parts.append(StyledText(typing)) }
        if options.hasBar {
            if above > 0, screen.messages?.shouldShowBusy == false {
                parts.append(StyledText("\(above) unread further up: /unread", .news))
            }
            parts += line.news(screen.chatList)
        }
        let said = parts.filter { !$0.isEmpty }
        return said.first.map { said.dropFirst().reduce($0) { $0 + "  " + $1 } }
    }

    /// The most columns that the prompt takes, without its end.
    private static let promptWidth = 16

    /// Where the user is; and how much is unread, if no bar says it.
    private func prompt(_ screen: ScreenState, _ unread: Int) -> String {
        let count = unread > 0 && !(showsState && options.hasBar) ? "(\(unread))" : ""
        let room = min(Self.promptWidth, (screen.size?.columns ?? 80) / 2 - 3)
        return [TextWidth.cut(place(screen), to: room), count].filter { !$0.isEmpty }.joined(separator: " ") + "> "
    }

    /// Where the user is; empty for the list of chats.
    private func place(_ screen: ScreenState) -> String {
        switch screen.place {
        case .messages: HarmlessText.of(screen.messages?.title ?? "")
        case .chatForm: "new chat"
        case .contactForm(let contact): contact == nil ? "new contact" : "rename"
        case .reminderForm: "new reminder"
        case .upcoming: "reminders"
        case .contactList: "contacts"
        case .chatList, .members, .contactExport, .reminderExport: ""
        }
    }
}
