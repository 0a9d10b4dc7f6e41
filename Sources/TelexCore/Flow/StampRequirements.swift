/// What the session must look up or reserve for an event before it can stamp it.
package struct StampRequirements: Hashable, Sendable {
    /// The chat of `messages`.
    package var chat: ChatID?
    /// The messages to look up in the store.
    package var messages: [MessageID] = []
    /// The messages that those of the event answer, to look up in the store.
    package var answered: [MessageID] = []
    /// Whether all data about those messages is needed, so that pending changes must be committed first.
    package var mustBeStored = false
    /// The most messages that the event can create; that many positions are reserved for it.
    package var places = 1
    /// The highest arrival number among messages that already have a position.
    package var lastPlace: Int64 = 0
    package var freshID = FreshID.none

    /// What the new id is for.
    package enum FreshID: Hashable, Sendable {
        case none
        /// For something other than a message.
        case thing
        /// For a message without an id. The new one is unique in the chat.
        case message(in: ChatID)
    }

    package static let none = StampRequirements()
}

extension Event {
    /// The requirements of its stamp.
    package var requirements: StampRequirements {
        switch self {
        case .message(let event): event.requirements
        case .history(let event): event.requirements
        case .outbox(let event): event.requirements
        case .file(let event): event.requirements
        case .revision(let event): event.requirements
        case .reaction(let event): event.requirements
        case .contact(let event): event.requirements
        case .reminder(let event): event.requirements
        case .messageSearch(let event): event.requirements
        case .chat, .activity, .invitation, .member, .presence, .search, .inbox, .screen, .notification, .connection,
            .clock:
            .none
        }
    }
}
