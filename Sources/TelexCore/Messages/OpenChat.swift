/// The chat whose screen is on top: a window of its messages, and what is going on in it.
struct OpenChat: Hashable {
    /// How many messages a page has.
    static let page = 50

    let id: ChatID
    var contact: String
    /// The last messages of the chat, by position; at most `limit`.
    private(set) var messages: [Message] = []
    /// How many messages the window holds at most.
    private(set) var limit = OpenChat.page
    var total = 0
    /// Whether there are messages before the first of the window.
    private(set) var hasOlder = false
    /// What is missing before the first of the window.
    private(set) var gap: HistoryGap?
    private(set) var isEncrypted: Bool
    var hasUnread = false
    var deliveredUpTo: Int64 = 0
    var otherReadUpTo: Int64 = 0
    /// Who is typing, in the order in which they began; `nil` is whom the chat is with.
    private(set) var typists: [String?] = []
    var isBusy = true
    /// Why messages could not be had.
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// Why nothing can be sent.
    private(set) var barrier: String?
    /// Why a text was not sent at all.
    var refusal: String? { didSet { if refusal != nil { refusals += 1 } } }
    /// How often something was refused or failed since the chat opened.
    private(set) var refusals = 0
    /// Counts up each time that the input is to be wiped.
    var inputRevision = 0

    init(_ heading: ChatHeading) {
        id = heading.chat
        contact = heading.contact
        isEncrypted = heading.isEncrypted
        barrier = heading.barrier
    }

    mutating func take(_ heading: ChatHeading) {
        if heading.hasUnread { hasUnread = true }
        contact = heading.contact
        isEncrypted = heading.isEncrypted
        barrier = heading.barrier
    }

    /// Whether there is anything before the first of the window, here or on the server.
    var canLoadOlder: Bool { hasOlder || gap != nil }

    /// Counts a text that the barrier keeps from being sent.
    mutating func refuseByBarrier() { refusals += 1 }

    /// Leaves out what stands before a gap that has come.
    mutating func begin(at gap: HistoryGap) {
        messages = []
        hasOlder = false
        self.gap = gap
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

    /// Shows a message of the chat at its new place.
    mutating func move(_ message: Message) {
        messages.removeAll { $0.id == message.id }
        insert(message)
        trim()
    }

    /// Takes in a page from the store; what the window has already stays as it is.
    mutating func merge(_ page: HistoryPage) {
        contact = page.contact
        deliveredUpTo = max(deliveredUpTo, page.deliveredUpTo)
        otherReadUpTo = max(otherReadUpTo, page.otherReadUpTo)
        hasUnread = page.unread > 0
        isBusy = false
        error = nil
        var have = Set(messages.map(\.id))
        messages += page.messages.filter { $0.chat == id && have.insert($0.id).inserted }
        messages.sort { $0.position < $1.position }
        total = max(page.total, messages.count)
        hasOlder = page.hasOlder
        gap = page.gap
        trim()
    }

    mutating func beginTyping(_ author: String?) { if !typists.contains(author) { typists.append(author) } }

    /// - Parameter author: `nil` for all.
    mutating func endTyping(_ author: String?) { typists.removeAll { author == nil || $0 == author } }

    /// Lets the window grow by a page.
    mutating func grow() { limit += Self.page }

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
