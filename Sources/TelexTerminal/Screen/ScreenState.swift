import TelexCore

/// What the terminal shows, and what it has yet to print.
///
/// It is pure: the views say something, then `released` and `rested` tell what to print, and what the state is after that.
/// Each member of the next state follows from this state alone, so no rule depends on the order of the statements.
@dynamicMemberLookup
struct ScreenState {
    /// A list that is printed whole.
    enum Listing: Hashable { case chats, contacts, upcoming, chat }

    var views = ScreenViews()
    /// Whether lines tell of operations in progress and of members who are typing, because nothing else shows them.
    private let printsProgress: Bool
    /// Whether the output is JSON, so that nothing is printed.
    var isSilent = false
    /// What to print whole, once it is loaded.
    private(set) var owed: Set<Listing> = [.chats]
    /// Whether a list that opens before the next release is not printed.
    var passesOver = false
    /// The chat list as last printed.
    private var printedList: ChatListViewModel?
    /// The operations in progress as last printed.
    private var printedWork: [Work] = []
    private var hasBeenOnline = false
    /// Whether the first attempt to connect has succeeded or failed.
    private(set) var hasTried = false
    /// What was last said of a lost connection; `nil` if nothing was since it was last online.
    private var saidLoss: String?
    /// The rows that typed numbers refer to.
    var numbers = PrintedNumbers()
    private(set) var statusLine = StatusLine()
    /// The chat that was opened last, and the one before it.
    private(set) var lastChat: ChatID?
    private(set) var previousChat: ChatID?
    /// The first message of the open chat that `/history` has printed above those of its view.
    var oldest: Shown<MessagesViewModel.Row>?
    /// The key that the reader begins with; `nil` for none.
    var readerKey: ReaderKey?
    /// The name that Tab has searched for. The results are not printed, since Tab shows them.
    var lookedUp: String?
    /// The people of the chat in which the line mentions somebody.
    var people: ChatPeople?
    /// What `/undo` can take back, the last one last.
    var undoables: [Undoable] = []
    /// How many lines and keys were executed.
    var answered = 0
    /// Whether the user has typed `/quit`.
    var isLeaving = false
    /// Whether the session is ending and waits for pending work.
    var isDraining = false

    init(printsProgress: Bool) { self.printsProgress = printsProgress }

    /// The newest model of a view; `nil` if the view is closed.
    subscript<Model>(dynamicMember view: KeyPath<ScreenViews, ViewState<Model>>) -> Model? {
        views[keyPath: view].current
    }

    // MARK: Wishes

    /// Has a list printed whole at the next rest.
    mutating func ask(for listing: Listing) { owed.insert(listing) }

    /// Has a lost connection reported once more, if it is still lost.
    mutating func askForConnection() { if saidLoss != nil { saidLoss = "" } }

    /// Has the list on the screen printed again, after the screen was cleared.
    mutating func askForScreen() {
        owed = Set(isOnList ? [.chats] : [])
            .union(self.contactList == nil ? [] : [.contacts]).union(self.upcoming == nil ? [] : [.upcoming])
    }

    // MARK: Facts

    /// Whether no screen covers the list of chats.
    var isOnList: Bool { views.isOnList }

    /// The chat whose last messages are on the screen.
    var read: ChatID? { self.messages.flatMap { $0.latest == nil ? $0.chat : nil } }

    /// What is on the screen now.
    var seen: SeenScreen {
        SeenScreen(
            messages: self.messages, chatList: self.chatList, contactList: self.contactList, upcoming: self.upcoming,
            recipients: self.recipients, notification: self.notification, reader: self.reader, people: people,
            numbers: numbers,
            jumps: statusLine.numbers)
    }

    /// An operation in progress.
    enum Work: Hashable {
        case loadingMessages
        case creating(recipient: String)
    }

    var work: [Work] {
        let loads = self.messages?.shouldShowBusy == true
        let form = self.chatForm.flatMap { $0.shouldShowBusy ? $0 : nil }
        return (loads ? [.loadingMessages] : []) + (form.map { [.creating(recipient: $0.recipient)] } ?? [])
    }

    /// The notifications that are new or have changed, newest first.
    private var news: [Shown<NotificationViewModel.Row>] {
        views.notification.change.map { NotificationText.news($0.old, $0.new) } ?? []
    }

    /// Whether the people who were found were looked up for Tab.
    private var isForTab: Bool { lookedUp != nil && self.recipients?.query == lookedUp }

    /// The search results to print.
    private var found: Change<RecipientsViewModel>? {
        guard !isForTab, let change = views.recipients.change, change.new?.shouldShowBusy == false else { return nil }
        return change
    }

    /// The index of the contact that was added or renamed, and is printed with its number.
    private var newContact: Int? {
        views.contactList.change.flatMap { ContactListText.newRow($0.old, $0.new) }
    }

    private var connectionNews: ConnectionNews? {
        views.connection.change.flatMap { ConnectionNews($0, saidLoss: saidLoss) }
    }

    // MARK: Release

    /// What to print once the changes are stored.
    struct Step {
        var items: [ScreenItem] = []
        /// The notifications that are new or have changed, newest first.
        var news: [Shown<NotificationViewModel.Row>] = []
    }

    /// Takes the changes of the views as printed; returns what to print.
    mutating func release() -> Step {
        let step = Step(items: isSilent ? [] : changes, news: news)
        self = released
        return step
    }

    private var changes: [ScreenItem] {
        let typing = printsProgress ? views.messages.change.flatMap(MessagesText.typing) : nil
        let items: [ScreenItem?] = [
            connectionNews.map(ScreenItem.connection), views.chatList.change.map(ScreenItem.chatList),
            views.chatForm.change.map(ScreenItem.chatForm), views.contactList.change.map(ScreenItem.contactList),
            views.contactForm.change.map(ScreenItem.contactForm), views.upcoming.change.map(ScreenItem.upcoming),
            views.reminderForm.change.map(ScreenItem.reminderForm), views.messages.change.map(ScreenItem.messages),
            found.map(ScreenItem.recipients), typing.map(ScreenItem.typing),
            views.notification.change.map(ScreenItem.notification),
        ]
        return items.compactMap(\.self)
    }

    private var released: ScreenState {
        var next = self
        next.views = views.printed
        next.passesOver = false
        next.readerKey = nil
        next.owed = owedNext
        next.hasBeenOnline = hasBeenOnline || self.connection?.state == .online
        next.hasTried = hasTried || self.connection.map { $0.state != .connecting } == true
        if let connectionNews { next.saidLoss = connectionNews.saidLoss(after: saidLoss) }
        next.numbers = isSilent ? PrintedNumbers() : numbersNext
        next.statusLine.follow(self.chatList, open: read)
        if let open = self.messages?.chat, open != lastChat { (next.previousChat, next.lastChat) = (lastChat, open) }
        if self.messages?.chat != views.messages.printed?.chat { next.oldest = nil }
        return next
    }

    /// What to print whole after the changes: lists that have opened, or that are owed and still open.
    private var owedNext: Set<Listing> {
        var opened: Set<Listing> = []
        if !passesOver, self.contactList != nil, views.contactList.printed == nil { opened.insert(.contacts) }
        if !passesOver, self.upcoming != nil, views.upcoming.printed == nil { opened.insert(.upcoming) }
        // The first sync may have changed the list.
        let isOutdated =
            !hasBeenOnline && self.connection?.state == .online && printedList != nil
            && printedList != self.chatList
        if isOnList, !views.wasOnList || isOutdated { opened.insert(.chats) }
        var open: Set<Listing> = [.chats]
        if self.contactList != nil { open.insert(.contacts) }
        if self.upcoming != nil { open.insert(.upcoming) }
        if self.messages != nil { open.insert(.chat) }
        return owed.union(opened).intersection(open)
    }

    private var numbersNext: PrintedNumbers {
        var next = numbers
        if views.messages.printed?.chat != self.messages?.chat { next.messages = NumberedList() }
        if let found { next.print(found.new?.candidates ?? []) }
        if let newContact, let contact = self.contactList?.contacts[newContact] {
            next.print(contact, as: newContact + 1)
        }
        next.remove(views.notification.change.map { NotificationText.gone($0.old, $0.new) } ?? [])
        for row in news.reversed() { next.print(row) }
        return next
    }

    // MARK: Rest

    /// Called when no change is pending: takes the lists that are owed as printed; returns what to print.
    mutating func rest() -> [ScreenItem] {
        if isSilent { return [] }
        let items = whole
        self = rested
        return items
    }

    private func isDue(_ listing: Listing) -> Bool { owed.contains(listing) && (listing != .chats || isOnList) }

    /// Whether a list is not complete, so that it is printed once more.
    private func isLoading(_ listing: Listing) -> Bool {
        switch listing {
        case .chats: self.chatList?.shouldShowBusy ?? true
        case .contacts: self.contactList?.shouldShowBusy ?? true
        case .upcoming: self.upcoming?.shouldShowBusy ?? true
        case .chat: self.messages == nil
        }
    }

    private var whole: [ScreenItem] {
        let lists: [ScreenItem?] = [
            isDue(.chats) ? self.chatList.map(ScreenItem.chats) : nil,
            isDue(.contacts) ? self.contactList.map(ScreenItem.contacts) : nil,
            isDue(.upcoming) ? self.upcoming.map(ScreenItem.reminders) : nil,
            isDue(.chat) ? self.messages.map(ScreenItem.chat) : nil,
        ]
        let begun = printsProgress ? work.filter { !printedWork.contains($0) } : []
        return lists.compactMap(\.self) + begun.map(ScreenItem.work)
    }

    private var rested: ScreenState {
        var next = self
        next.owed = owed.filter { !isDue($0) || isLoading($0) }
        if isDue(.chats), let list = self.chatList { next.printedList = list }
        if isDue(.chats), let list = self.chatList { next.numbers.print(list.chats) }
        if isDue(.contacts), let list = self.contactList { next.numbers.print(list.contacts) }
        if isDue(.upcoming), let list = self.upcoming { next.numbers.print(list.rows) }
        if printsProgress { next.printedWork = work }
        return next
    }
}

/// Something to print.
enum ScreenItem {
    /// What has changed in a view.
    case chatList(Change<ChatListViewModel>)
    case chatForm(Change<ChatFormViewModel>)
    case recipients(Change<RecipientsViewModel>)
    case contactList(Change<ContactListViewModel>)
    case contactForm(Change<ContactFormViewModel>)
    case upcoming(Change<UpcomingViewModel>)
    case reminderForm(Change<ReminderFormViewModel>)
    case messages(Change<MessagesViewModel>)
    case notification(Change<NotificationViewModel>)
    case connection(ConnectionNews)
    /// Members have begun to type.
    case typing(String)
    /// A whole list.
    case chats(ChatListViewModel)
    case contacts(ContactListViewModel)
    case reminders(UpcomingViewModel)
    case chat(MessagesViewModel)
    case work(ScreenState.Work)
}
