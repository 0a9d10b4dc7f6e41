/// The chat whose screen is on top: some of its messages, and what is going on in it.
struct OpenChat: Hashable {
    let id: ChatID
    /// The last messages of the chat, by position; at most `limit`.
    private(set) var messages: [Message] = []
    /// How many messages the window holds at most.
    private(set) var limit = RowLimit.page
    private(set) var total = 0
    /// Whether there are messages before the first of the window.
    private(set) var hasOlder = false
    /// What is missing before the first of the window.
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

    /// Whether there is anything before the first of the window, here or on the server.
    var canLoadOlder: Bool { hasOlder || gap != nil }

    /// Counts a text that cannot be sent for a reason that is shown already.
    mutating func countRefusal() { refusals += 1 }

    mutating func failLoading(_ reason: String) {
        isBusy = false
        isLoaded = true
        error = reason
    }

    /// Leaves out what stands before a gap that has come.
    mutating func begin(at position: Int64, token: String) {
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
        insert(message)
        trim()
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
        insert(message)
    }

    /// Takes in a page from the store; what the window has already stays as it is.
    mutating func merge(_ page: HistoryPage) {
        deliveredUpTo = max(deliveredUpTo, page.deliveredUpTo)
        otherReadUpTo = max(otherReadUpTo, page.otherReadUpTo)
        isBusy = false
        isLoaded = true
        error = nil
        var have = Set(messages.map(\.id))
        messages += page.messages.filter { $0.chat == id && have.insert($0.id).inserted }
        messages.sort { $0.position < $1.position }
        total = max(page.total, messages.count)
        hasOlder = page.hasOlder
        gap = page.gap
        trim()
    }

    mutating func beginTyping(_ sender: UserID?) { if !typists.contains(sender) { typists.append(sender) } }

    /// - Parameter sender: `nil` for all.
    mutating func endTyping(_ sender: UserID?) { typists.removeAll { sender == nil || $0 == sender } }

    /// Lets the window grow by a page, which is being loaded.
    mutating func grow() {
        limit += RowLimit.page
        isBusy = true
    }

    private mutating func insert(_ message: Message) {
        let index = messages.lastIndex { $0.position <= message.position }.map { $0 + 1 } ?? 0
        messages.insert(message, at: index)
    }

    private mutating func trim() {
        guard messages.count > limit else { return }
        messages.removeFirst(messages.count - limit)
        hasOlder = true
    }
}
