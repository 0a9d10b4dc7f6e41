/// What other modules may ask about a chat while they route an event.
struct ChatLookup {
    /// Returns the heading of a chat; `nil` if the chat does not exist.
    let heading: (ChatID) -> ChatHeading?
    /// Returns whether the chat is known not to exist.
    let isMissing: (ChatID) -> Bool
}
