/// What other modules may ask about a chat.
struct ChatLookup {
    private let chats: ChatModule

    init(_ chats: ChatModule) { self.chats = chats }

    /// Returns the heading of a chat; `nil` if the chat does not exist.
    func heading(_ id: ChatID) -> ChatHeading? { chats.model.heading(of: id) }

    /// Returns whether the chat is known not to exist.
    func isMissing(_ id: ChatID) -> Bool { chats.model.isMissing(id) }
}
