/// The open chat of a window: its shown messages, and the state of its screen.
struct OpenChat: Hashable {
    let id: ChatID
    /// The most messages shown after paging.
    static let mostRows = 2 * RowLimit.page

    /// Consecutive messages of the chat, sorted by position; at most `limit`.
    private(set) var messages: [Shown<Message>] = []
    /// What can always be done in the chat.
    @Boxed private(set) var actions: ChatActions
    /// The most messages that are shown now.
    private var limit = RowLimit.page
    private(set) var total = 0
    /// Whether the store has messages before the first of them.
    private(set) var hasOlder = false
    /// Whether the store has messages after the last of them. If so, new messages are not shown.
    private(set) var hasNewer = false
    /// The direction of the page that is being loaded.
    private var loading = HistoryDirection.latest
    /// The position of the shown message that the page being loaded must adjoin. If that has changed, the page is
    /// dropped.
    private var neighbour: Int64?
    /// The gap before the first of them.
    private(set) var gap: HistoryGap?
    var deliveredUpTo: Int64 = 0
    var otherReadUpTo: Int64 = 0
    /// Who is typing, in the order in which they began; `nil` is an unknown person.
    private(set) var typists: [UserID?] = []
    private(set) var isBusy = true
    /// Whether the first page was loaded, or loading it failed.
    private(set) var isLoaded = false
    /// Why messages could not be loaded.
    private(set) var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// Why a text was refused.
    var refusal: String? { didSet { if refusal != nil { refusals += 1 } } }
    /// The number of refusals and failures since the chat opened.
    private(set) var refusals = 0
    /// What was done at our wish and is not seen elsewhere; `notices` counts that.
    private(set) var notice: String?
    private(set) var notices = 0
    /// Increases each time the input must be cleared.
    private(set) var inputRevision = 0
    /// Whether the page that is being loaded replaces the shown messages, wherever it is in the chat.
    private var isSeeking = false
    /// The messages that shown ones answer, as far as they are stored. Those that are shown may be missing.
    private var answered: [MessageID: AnsweredMessage] = [:]
    /// The messages that were unread when the chat was opened, or that were not on the screen since; `nil` if there are
    /// none, or once we have answered.
    private(set) var news: News?

    init(_ id: ChatID, news: News? = nil) {
        self.id = id
        self.news = news
        actions = ChatActions(id)
    }

    /// The first shown message that was unread when the chat was opened.
    var firstNew: MessageID? {
        guard let news else { return nil }
        return messages.lazy.map { $0.row }.first {
            !$0.isOwn && $0.position > news.after && $0.content.unread.messages > 0
        }?.id
    }

    /// Whether there are messages to load in that direction, from the store or the server.
    func canLoad(_ direction: HistoryDirection) -> Bool {
        switch direction {
        case .older: !isBusy && (hasOlder || gap != nil)
        case .newer: !isBusy && hasNewer
        case .latest: hasNewer
        case .first: !isBusy && hasOlder
        case .firstUnread: !isBusy && isApartFromNews
        }
    }

    /// Whether messages were unread when the chat was opened, and the first of them is not shown.
    private var isApartFromNews: Bool {
        guard let news, let first = messages.first, let last = messages.last else { return false }
        return hasOlder && first.row.position > news.after || hasNewer && last.row.position <= news.after
    }

    /// The position around which the messages in that direction are; `nil` if they adjoin the shown ones, or are the
    /// latest.
    func place(_ direction: HistoryDirection) -> Int64? {
        switch direction {
        case .older, .newer, .latest: nil
        case .first: 0
        case .firstUnread: news.map { $0.after + 1 }
        }
    }

    /// Whether older messages are loading, which may push out the last ones.
    var isLoadingOlder: Bool { isBusy && loading == .older }

    /// Counts a refusal whose reason is already shown.
    mutating func countRefusal() { refusals += 1 }

    mutating func say(_ notice: String) {
        self.notice = notice
        notices += 1
    }

    mutating func failLoading(_ reason: String) {
        isBusy = false
        isLoaded = true
        error = reason
    }

    /// Begins a new run of messages after a gap at the end of the chat.
    mutating func begin(at position: Int64, token: String) {
        if hasNewer {
            // Waiting messages come after the gap.
            return messages.removeAll { MessagePosition.isWaiting($0.row.position) }
        }
        let waiting = messages.filter { MessagePosition.isWaiting($0.row.position) }
        gap = HistoryGap(position: position, token: token, isHole: waiting.count < messages.count)
        messages = waiting
        hasOlder = false
    }

    subscript(id: MessageID) -> Message? {
        get { messages.last { $0.row.id == id }?.row }
        set {
            guard let newValue, let index = messages.lastIndex(where: { $0.row.id == id }) else { return }
            messages[index] = Shown(newValue)
        }
    }

    /// Adds a message that is new to the chat.
    mutating func add(_ message: Message) {
        total += 1
        if isBeyond(message.position) { return }
        insert(message)
        // The first message must stay while older ones are being loaded.
        if !isLoadingOlder { trim(toEnd: !hasNewer) }
    }

    /// Whether a message with this position is after the shown ones, with others possibly between.
    private func isBeyond(_ position: Int64) -> Bool {
        hasNewer && messages.last.map { position > $0.row.position } ?? true
    }

    /// Adds a message that we have just sent.
    mutating func send(_ message: Message) {
        add(message)
        inputRevision += 1
        // An answer to one message does not say that the others were read.
        if message.content.replyTo == nil { news = nil }
        error = nil
        refusal = nil
    }

    /// Notes that messages came and went without being seen.
    mutating func miss(_ unread: News) { news = news ?? unread }

    /// Removes a message from the chat.
    mutating func remove(_ id: MessageID) {
        total = max(0, total - 1)
        messages.removeAll { $0.row.id == id }
    }

    /// Moves a message to its new position.
    mutating func move(_ id: MessageID, to position: Int64) {
        guard let index = messages.lastIndex(where: { $0.row.id == id }) else { return }
        var message = messages.remove(at: index).row
        message.position = position
        if isBeyond(position) { return }
        insert(message)
    }

    /// Merges a page from the store. Messages already shown stay unchanged, except those dropped at the other end.
    mutating func merge(_ page: HistoryPage) {
        deliveredUpTo = max(deliveredUpTo, page.deliveredUpTo)
        otherReadUpTo = max(otherReadUpTo, page.otherReadUpTo)
        isBusy = false
        isLoaded = true
        error = nil
        if neighbour != edge(loading) { return }
        // The latest page, and a page after a gap, do not adjoin the shown messages.
        if isSeeking || loading == .latest && hasNewer || loading == .newer && page.gap != nil { messages = [] }
        let isFresh = messages.isEmpty
        var have = Set(messages.map { $0.row.id })
        messages += page.messages.filter { $0.chat == id && have.insert($0.id).inserted }.map { Shown($0) }
        messages.sort { $0.row.position < $1.row.position }
        total = max(page.total, messages.count)
        switch loading {
        case .older: break
        case .newer: hasNewer = page.hasNewer
        case .latest, .first, .firstUnread: hasNewer = isSeeking && page.hasNewer
        }
        if loading != .newer || isFresh {
            hasOlder = page.hasOlder
            gap = page.gap
        }
        trim(toEnd: loading != .older)
        answered = answered.filter { known in messages.contains { $0.row.content.replyTo == known.key } }
        learn(page.answered)
    }

    /// Adds stored messages that shown ones answer.
    mutating func learn(_ stored: [AnsweredMessage]) {
        for message in stored { answered[message.message] = message }
    }

    /// The message that another one answers; `nil` if it is not known here.
    func answered(by message: Message) -> AnsweredMessage? {
        guard let id = message.content.replyTo else { return nil }
        return self[id].map(AnsweredMessage.init) ?? answered[id]
    }

    /// Whether a shown message may answer this one.
    func shows(answered message: MessageID, of chat: ChatID) -> Bool { answered[message]?.chat == chat }

    /// Changes the content of a message that shown ones answer.
    mutating func revise(answered message: MessageID, _ content: MessageContent) {
        answered[message]?.content = content
    }

    mutating func beginTyping(_ sender: UserID?) { if !typists.contains(sender) { typists.append(sender) } }

    /// - Parameter sender: `nil` for all.
    mutating func endTyping(_ sender: UserID?) { typists.removeAll { sender == nil || $0 == sender } }

    /// Begins loading a page.
    mutating func beginLoading(_ direction: HistoryDirection) {
        isSeeking = false
        loading = direction
        neighbour = edge(direction)
        limit = direction == .latest ? RowLimit.page : Self.mostRows
        isBusy = true
    }

    /// Begins loading the page around a message.
    mutating func beginSeeking() {
        beginLoading(.latest)
        limit = Self.mostRows
        isSeeking = true
    }

    /// Ends loading without a page.
    mutating func endLoading() { isBusy = false }

    /// The position of the shown message that is next to a page in that direction.
    private func edge(_ direction: HistoryDirection) -> Int64? {
        switch direction {
        case .older: messages.first?.row.position
        case .newer: messages.last?.row.position
        case .latest, .first, .firstUnread: nil
        }
    }

    private mutating func insert(_ message: Message) {
        let index = messages.lastIndex { $0.row.position <= message.position }.map { $0 + 1 } ?? 0
        messages.insert(Shown(message), at: index)
    }

    /// - Parameter toEnd: whether the last messages stay, or the first.
    private mutating func trim(toEnd: Bool) {
        let surplus = messages.count - limit
        guard surplus > 0 else { return }
        let removed = toEnd ? messages.prefix(surplus) : messages.suffix(surplus)
        let asked = Set(messages.compactMap { $0.row.content.replyTo })
        if !asked.isEmpty { learn(removed.filter { asked.contains($0.row.id) }.map { AnsweredMessage($0.row) }) }
        if toEnd {
            messages.removeFirst(surplus)
            hasOlder = true
            gap = nil
        } else {
            messages.removeLast(surplus)
            hasNewer = true
        }
    }
}
