/// What other modules may ask about a chat.
struct ChatLookup {
    private let chats: ChatModule

    init(_ chats: ChatModule) { self.chats = chats }

    /// Returns the heading of a chat; `nil` if the chat does not exist.
    func heading(_ id: ChatID) -> ChatHeading? { chats.model.heading(of: id) }

    var ignored: IgnoredPeople { chats.model.ignored }

    /// Whether others see what we read in chats without a setting of their own, and that we type.
    var sendsReceipts: Bool { chats.model.sendsReceipts }

    /// All chats that are loaded.
    var all: [Chat] { chats.model.chats.prefix(chats.model.chats.count) }

    /// Whether all chats are loaded, or cannot be.
    var isSettled: Bool { chats.model.loading.isSettled }

    /// The chat that is open in a window.
    func open(in window: WindowID) -> ChatID? { chats.model.windows[window].chat?.id }

    /// The files that are here, and those that are being transferred.
    var transfers: Transfers { chats.model.transfers }

    /// Returns whether the chat is known not to exist.
    func isMissing(_ id: ChatID) -> Bool { chats.model.isMissing(id) }
}
