/// The chat whose screen is on top: some of its messages, and what is going on in it.
struct OpenChat: Hashable {
    let id: ChatID
    /// The most messages that are shown after paging.
    static let mostRows = 2 * RowLimit.page

    /// Messages of the chat that stand one after the other, by position; at most `limit`.
    private(set) var messages: [Message] = []
    /// How many messages are shown at most.
    private var limit = RowLimit.page
    private(set) var total = 0
    /// Whether there are messages before the first of those.
    private(set) var hasOlder = false
    /// Whether there are messages after the last of them. What comes into the chat is not shown then.
    private(set) var hasNewer = false
    /// Which messages are being loaded.
    private var loading = HistoryDirection.latest
    /// The position of the shown message that the page must adjoin. A page for another one is dropped.
    private var neighbour: Int64?
    /// What is missing before the first of them.
    private(set) var gap: HistoryGap?
    var deliveredUpTo: Int64 = 0
    var otherReadUpTo: Int64 = 0
    /// Who is typing, in the order in which they began; `nil` is somebody.
    private(set) var typists: [UserID?] = []
    private(set) var isBusy = true
    /// Whether the first page has come, or could not be had: there is something to look at.
    private(set) var isLoaded = false
    /// Why messages could not be had.
    private(set) var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// Why a text was not sent at all.
    var refusal: String? { didSet { if refusal != nil { refusals += 1 } } }
    /// How often something was refused or failed since the chat opened.
    private(set) var refusals = 0
    /// Counts up each time that the input is to be wiped.
    private(set) var inputRevision = 0

    init(_ id: ChatID) { self.id = id }

    /// Whether there is anything to be loaded there, here or on the server.
    func canLoad(_ direction: HistoryDirection) -> Bool {
        switch direction {
        case .older: !isBusy && (hasOlder || gap != nil)
        case .newer: !isBusy && hasNewer
        case .latest: hasNewer
        }
    }

    /// Whether older messages are loading, which may push out the last ones.
    var isLoadingOlder: Bool { isBusy && loading == .older }

    /// Counts a text that cannot be sent for a reason that is shown already.
    mutating func countRefusal() { refusals += 1 }

    mutating func failLoading(_ reason: String) {
        isBusy = false
        isLoaded = true
        error = reason
    }

    /// Begins a new run of messages after a gap at the end of the chat.
    mutating func begin(at position: Int64, token: String) {
        if hasNewer {
            // Those that wait stand after the gap.
            return messages.removeAll { Place.isWaiting($0.position) }
        }
        let waiting = messages.filter { Place.isWaiting($0.position) }
        gap = HistoryGap(position: position, token: token, isHole: waiting.count < messages.count)
        messages = waiting
        hasOlder = false
    }

    subscript(id: MessageID) -> Message? {
        get { messages.last { $0.id == id } }
        set {
            guard let newValue, let index = messages.lastIndex(where: { $0.id == id }) else { return }
            messages[index] = newValue
        }
    }

    /// Adds a message that is new to the chat.
    mutating func add(_ message: Message) {
        total += 1
        if isBeyond(message.position) { return }
        insert(message)
        // The first one must stay while those before it are on their way.
        if !isLoadingOlder { trim(toEnd: !hasNewer) }
    }

    /// Whether a message with this position is after the shown ones, with others possibly between.
    private func isBeyond(_ position: Int64) -> Bool {
        hasNewer && messages.last.map { position > $0.position } ?? true
    }

    /// Adds a message of ours that was typed.
    mutating func send(_ message: Message) {
        add(message)
        inputRevision += 1
        error = nil
        refusal = nil
    }

    /// Shows a message of the chat at its new place.
    mutating func move(_ id: MessageID, to position: Int64) {
        guard let index = messages.lastIndex(where: { $0.id == id }) else { return }
        var message = messages.remove(at: index)
        message.position = position
        if isBeyond(position) { return }
        insert(message)
    }

    /// Takes in a page from the store; what is shown already stays as it is, apart from rows that leave at the other end.
    mutating func merge(_ page: HistoryPage) {
        deliveredUpTo = max(deliveredUpTo, page.deliveredUpTo)
        otherReadUpTo = max(otherReadUpTo, page.otherReadUpTo)
        isBusy = false
        isLoaded = true
        error = nil
        if neighbour != edge(loading) { return }
        // Neither the latest nor what stands after a gap follows on what is shown.
        if loading == .latest && hasNewer || loading == .newer && page.gap != nil { messages = [] }
        let isFresh = messages.isEmpty
        var have = Set(messages.map(\.id))
        messages += page.messages.filter { $0.chat == id && have.insert($0.id).inserted }
        messages.sort { $0.position < $1.position }
        total = max(page.total, messages.count)
        switch loading {
        case .older: break
        case .newer: hasNewer = page.hasNewer
        case .latest: hasNewer = false
        }
        if loading != .newer || isFresh {
            hasOlder = page.hasOlder
            gap = page.gap
        }
        trim(toEnd: loading != .older)
    }

    mutating func beginTyping(_ sender: UserID?) { if !typists.contains(sender) { typists.append(sender) } }

    /// - Parameter sender: `nil` for all.
    mutating func endTyping(_ sender: UserID?) { typists.removeAll { sender == nil || $0 == sender } }

    /// Begins loading a page.
    mutating func beginLoading(_ direction: HistoryDirection) {
        loading = direction
        neighbour = edge(direction)
        limit = direction == .latest ? RowLimit.page : Self.mostRows
        isBusy = true
    }

    /// Ends loading without a page.
    mutating func endLoading() { isBusy = false }

    /// The position of the shown message that is next to a page in that direction.
    private func edge(_ direction: HistoryDirection) -> Int64? {
        switch direction {
        case .older: messages.first?.position
        case .newer: messages.last?.position
        case .latest: nil
        }
    }

    private mutating func insert(_ message: Message) {
        let index = messages.lastIndex { $0.position <= message.position }.map { $0 + 1 } ?? 0
        messages.insert(message, at: index)
    }

    /// - Parameter toEnd: whether the last messages stay, or the first.
    private mutating func trim(toEnd: Bool) {
        let surplus = messages.count - limit
        guard surplus > 0 else { return }
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
