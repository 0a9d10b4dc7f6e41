import TelexCore

/// What the terminal shows, and what it has yet to print.
///
/// It is pure: the views say something, then `released` and `rested` tell what to print, and what the state is after that.
/// Each member of the next state follows from this state alone, so no rule depends on the order of the statements.
@dynamicMemberLookup
struct ScreenState {
    /// A list that is printed whole.
    enum Listing: Hashable { case chats, contacts, upcoming, chat }

    @Boxed var views = ScreenViews()
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
    private(set) var bar = Bar()
    /// The chat that was opened last, and the one before it.
    private(set) var lastChat: ChatID?
    private(set) var previousChat: ChatID?
    /// The first message of the open chat that is printed.
    private(set) var oldest: Shown<MessagesViewModel.Row>?
    /// The printed messages of the open chat, as they are on the screen: those that are not sent come last in the chat,
    /// but what came after them is printed below.
    private(set) var order = PrintedOrder()
    /// The last message of each chat that was printed and has its place.
    private var lastPrinted: [ChatID: MessageID] = [:]
    /// The size of the screen; `nil` if all that is printed can be read.
    var size: ScreenSize?
    /// Whether nobody may have seen what has come, because the terminal has lost the focus or the program was stopped.
    var isAbsent = false
    /// The key that the reader begins with; `nil` for none.
    var readerKey: ReaderKey?
    /// Whether one line has opened the form for a new chat and filled it in. If the chat cannot be made, the form closes.
    var isOneLine = false
    /// The chat whose invitation was accepted here, until a line was executed that was typed after it had opened.
    var entering: ChatID?
    /// Whether the chat did not open that the lines after a command are for.
    var hasMissed = false
    /// Whether the open chat closes, because the one that the next lines are for could not be made.
    var leavesChat = false
    /// What the open chat has said since it was printed.
    private(set) var notices: [String] = []
    /// The name that Tab has searched for. The results are not printed, since Tab shows them.
    var lookedUp: String?
    /// The people of the chat in which the line mentions somebody.
    var people: ChatPeople?
    /// What `/undo` can take back, the last one last.
    var undoables: [Undoable] = []
    /// What the last command has asked; `nil` if nothing.
    var question: Question?
    /// How many lines and keys were executed.
    var answered = 0
    /// Whether the user has typed `/quit`.
    var isLeaving = false
    /// Whether the session is ending and waits for pending work.
    var isDraining = false

    /// Where the parts of the messages are that are printed.
    private(set) var layout: MessageLayout
    /// The most columns that names have to themselves; `nil` if they stand before the text.
    private let nameLimit: Int?

    /// - Parameters:
    ///   - layout: how messages are laid out, unless names have columns.
    init(printsProgress: Bool, layout: MessageLayout = .inline, nameLimit: Int? = nil) {
        self.printsProgress = printsProgress
        self.layout = layout
        self.nameLimit = nameLimit
    }

    /// The newest model of a view; `nil` if the view is closed.
    subscript<Model>(dynamicMember view: KeyPath<ScreenViews, ViewState<Model>>) -> Model? {
        views[keyPath: view].current
    }

    /// Notes what the open chat says, before it says something else.
    mutating func note(_ chat: MessagesViewModel) {
        let old = self.messages
        if old?.chat != chat.chat { notices = [] }
        guard let old, old.chat == chat.chat, chat.noticeRevision != old.noticeRevision else { return }
        if let notice = chat.noticeText { notices.append(notice) }
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

    /// Notes that messages were printed above those of the open chat.
    mutating func noteAbove(_ rows: [Shown<MessagesViewModel.Row>]) {
        oldest = rows.first ?? oldest
        order.prepend(rows)
    }

    // MARK: Facts

    /// An operation in progress.
    enum Work: Hashable {
        case loadingMessages
        case creating(recipient: String)
        case joining(String)
    }

    var work: [Work] {
        let loads = self.messages?.shouldShowBusy == true
        let form = self.chatForm.flatMap { $0.shouldShowBusy ? $0 : nil }
        return (loads ? [.loadingMessages] : []) + (form.map { [.creating(recipient: $0.recipient)] } ?? [])
            + (joining.map { [.joining($0.title)] } ?? [])
    }

    /// Whether a chat will open as soon as the server has answered.
    var isOpening: Bool { self.chatForm?.shouldShowBusy == true || joining != nil }

    /// The invitation that was accepted here, and is being answered.
    private var joining: Shown<ChatListViewModel.Row>? {
        guard let entering else { return nil }
        return self.chatList?.chats.first { $0.chat == entering && $0.invitationText != nil && $0.accept == nil }
    }

    /// Whether the chat is not open that the lines typed after a command are for.
    var isAstray: Bool { hasMissed || entering.map { $0 != self.messages?.chat } ?? false }

    /// The notifications that are new or have changed, newest first.
    private var news: [Shown<NotificationViewModel.Row>] {
        views.notification.change.map { NotificationText.news($0.old, $0.new) } ?? []
    }

    /// Those to print. The messages of the open chat are on the screen, also if they notify.
    private var printedNews: [Shown<NotificationViewModel.Row>] {
        news.filter { $0.reminder != nil || $0.chat != read }
    }

    /// Whether the people who were found were looked up for Tab.
    private var isForTab: Bool { lookedUp != nil && self.recipients?.query == lookedUp }

    /// The search results to print.
    private var peopleFound: Change<RecipientsViewModel>? {
        guard !isForTab, let change = views.recipients.change, change.new?.shouldShowBusy == false else { return nil }
        return change
    }

    /// The messages found to print. What is counted later is printed alone.
    private var messagesFound: Change<FoundViewModel>? {
        guard let change = views.found.change, let new = change.new, !new.shouldShowBusy else { return nil }
        return change
    }

    /// The index of the contact that was added or renamed, and is printed with its number.
    private var newContact: Int? {
        views.contactList.change.flatMap { ContactListText.newRow($0.old, $0.new) }
    }

    /// The action that closes the top screen; `nil` on the chat list.
    var closing: Action? {
        self.messages?.close ?? self.chatForm?.close ?? self.contactForm?.close ?? self.contactList?.close
            ?? self.reminderForm?.close ?? self.upcoming?.close
    }

    /// The open chat in the list of chats.
    var openRow: Shown<ChatListViewModel.Row>? {
        self.messages.flatMap { open in self.chatList?.chats.first { $0.chat == open.chat } }
    }

    /// What to print of a chat that opens, or that shows another part of itself; `nil` if none does.
    private var opening: ChatOpening? {
        guard let change = views.messages.change, let chat = change.new, change.opens else { return nil }
        if change.old?.chat == chat.chat, change.old?.messages.isEmpty == false { return ChatOpening(chat, layoutNext) }
        return ChatOpening(chat, after: lastPrinted[chat.chat], on: size, layoutNext)
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
        let opening = opening
        let step = Step(items: isSilent ? [] : changes(opening), news: news)
        self = released(opening)
        return step
    }

    private func changes(_ opening: ChatOpening?) -> [ScreenItem] {
        let typing = printsProgress ? views.messages.change.flatMap(MessagesText.typing) : nil
        let items: [ScreenItem?] = [
            connectionNews.map(ScreenItem.connection), views.chatList.change.map(ScreenItem.chatList),
            views.chatForm.change.map(ScreenItem.chatForm), views.contactList.change.map(ScreenItem.contactList),
            views.contactForm.change.map(ScreenItem.contactForm), views.upcoming.change.map(ScreenItem.upcoming),
            views.reminderForm.change.map(ScreenItem.reminderForm),
            views.messages.change.map {
                ScreenItem.messages(
                    MessagesUpdate(
                        $0, opening, of: order, layoutNext,
                        invitation: openRow.flatMap { $0.accept == nil ? nil : $0 }, notices: notices))
            },
            peopleFound.map(ScreenItem.recipients), messagesFound.map(ScreenItem.found), typing.map(ScreenItem.typing),
            views.notification.change.map { ScreenItem.notification($0, news: printedNews) },
        ]
        return items.compactMap(\.self)
    }

    private func released(_ opening: ChatOpening?) -> ScreenState {
        var next = self
        next.views = views.printed
        next.notices = []
        next.passesOver = false
        next.isOneLine = isOneLine && self.chatForm != nil
        // The reader may open later.
        if views.reader.change != nil { next.readerKey = nil }
        next.owed = owedNext
        next.hasBeenOnline = hasBeenOnline || self.connection?.state == .online
        next.hasTried = hasTried || self.connection.map { $0.state != .connecting } == true
        if let connectionNews { next.saidLoss = connectionNews.saidLoss(after: saidLoss) }
        next.numbers = isSilent ? PrintedNumbers() : numbersNext
        next.bar.follow(self.chatList, open: read)
        if let open = self.messages?.chat, open != lastChat { (next.previousChat, next.lastChat) = (lastChat, open) }
        next.oldest = oldestNext(opening)
        next.order = isSilent ? PrintedOrder(self.messages?.messages ?? []) : orderNext(opening)
        next.layout = layoutNext
        if let chat = self.messages, let last = chat.messages.last(where: \.isPlaced), chat.latest == nil {
            next.lastPrinted[chat.chat] = last.message
        }
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
        if isOnList, !(views.wasOnList || passesOver) || isOutdated { opened.insert(.chats) }
        var open: Set<Listing> = [.chats]
        if self.contactList != nil { open.insert(.contacts) }
        if self.upcoming != nil { open.insert(.upcoming) }
        if self.messages != nil { open.insert(.chat) }
        return owed.union(opened).intersection(open)
    }

    /// The names of a chat get more room if they need it, and keep it.
    private var layoutNext: MessageLayout {
        guard let nameLimit, let chat = self.messages else { return layout }
        let known = views.messages.printed?.chat == chat.chat ? layout : .inline
        return known.fitting(chat, limit: min(nameLimit, (size?.columns ?? 80) / 5))
    }

    private func oldestNext(_ opening: ChatOpening?) -> Shown<MessagesViewModel.Row>? {
        if isSilent { return self.messages?.messages.first }
        if let opening { return opening.rows.first }
        guard let change = views.messages.change else { return oldest }
        guard let new = change.new, let first = new.messages.first else { return nil }
        let known = Set(change.old?.chat == new.chat ? change.old?.messages.map(\.id) ?? [] : [])
        // After a gap, messages begin anew.
        guard let oldest, new.messages.contains(where: { known.contains($0.id) }) else { return first }
        // What is loaded above the first message is printed, too.
        return oldest.id == change.old?.messages.first?.id && !known.contains(first.id) ? first : oldest
    }

    private func orderNext(_ opening: ChatOpening?) -> PrintedOrder {
        if let opening { return PrintedOrder(opening.rows) }
        guard let change = views.messages.change else { return order }
        guard let new = change.new else { return PrintedOrder() }
        return order.after(change.old?.chat == new.chat ? change.old : nil, new)
    }

    private var numbersNext: PrintedNumbers {
        var next = numbers
        if views.messages.printed?.chat != self.messages?.chat { next.messages = NumberedList() }
        if let peopleFound { next.print(peopleFound.new?.candidates ?? []) }
        if let messagesFound { next.print(messagesFound.new?.numbered ?? []) }
        if let newContact, let contact = self.contactList?.contacts[newContact] {
            next.print(contact, as: newContact + 1)
        }
        next.remove(views.notification.change.map { NotificationText.gone($0.old, $0.new) } ?? [])
        for row in printedNews.reversed() { next.print(row) }
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
            isDue(.chat)
                ? self.messages.map { ScreenItem.chat(ChatOpening($0, after: lastPrinted[$0.chat], on: size, layout)) }
                : nil,
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
        if isDue(.chat), let chat = self.messages {
            next.order.reprint(ChatOpening(chat, after: lastPrinted[chat.chat], on: size, layout).rows)
        }
        if printsProgress { next.printedWork = work }
        return next
    }
}
