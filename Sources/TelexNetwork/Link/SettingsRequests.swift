import TelexCore

/// Requests to keep the settings of chats. One for each chat is under way, and only the latest other one waits.
///
/// So the server applies them in order, although it may handle several requests at once.
package struct SettingsRequests: Sendable {
    /// A request of the core.
    package struct Wish: Hashable, Sendable {
        package let chat: ChatID
        package let settings: ChatSettings
        /// What of them to keep.
        package let changes: Set<ChatSettings.Part>
        package let effect: Int

        package init(chat: ChatID, settings: ChatSettings, changes: Set<ChatSettings.Part>, effect: Int) {
            self.chat = chat
            self.settings = settings
            self.changes = changes
            self.effect = effect
        }
    }

    private var underway: Set<ChatID> = []
    private var next: [ChatID: Wish] = [:]

    package init() {}

    /// Whether a request for the chat is under way. What the server says of its settings then may be older than the request.
    package func isUnderway(_ chat: ChatID) -> Bool { underway.contains(chat) }

    /// - Returns: whether to send the request now. One that waited is dropped: the core has cancelled it.
    package mutating func add(_ wish: Wish) -> Bool {
        if underway.insert(wish.chat).inserted { return true }
        next[wish.chat] = wish
        return false
    }

    /// Notes that the request of a chat has ended.
    ///
    /// - Returns: the next request to send.
    package mutating func end(_ chat: ChatID) -> Wish? {
        if let wish = next.removeValue(forKey: chat) { return wish }
        underway.remove(chat)
        return nil
    }
}
