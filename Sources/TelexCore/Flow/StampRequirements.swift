/// What the door has to find out about an event, or set aside for it, before it can stamp it.
package struct StampRequirements: Hashable, Sendable {
    /// The chat that `messages` are in.
    package var chat: ChatID?
    /// The messages whose standing in the store matters.
    package var messages: [MessageID] = []
    /// Whether all that is known of those messages matters, so that what was not committed has to be.
    package var mustBeStored = false
    /// How many messages the event can make: as many places in the order are set aside for it.
    package var places = 1
    /// The last of the places that messages bring along.
    package var lastPlace: Int64 = 0
    package var freshID = FreshID.none

    /// What needs a new id.
    package enum FreshID: Hashable, Sendable {
        case none
        /// For something other than a message.
        case thing
        /// For a message without an id. The new one is unique in the chat.
        case message(in: ChatID)
    }

    package static let none = StampRequirements()
}

/// The cases of one subject.
protocol SubjectEvent {
    /// What its stamp needs.
    var requirements: StampRequirements { get }
    /// The same event, with what a person filled in.
    func filled(_ values: [Blank: String]) -> Self
}

extension Event {
    /// What its stamp needs.
    package var requirements: StampRequirements {
        switch self {
        case .chat(let event): event.requirements
        case .message(let event): event.requirements
        case .history(let event): event.requirements
        case .outbox(let event): event.requirements
        case .revision(let event): event.requirements
        case .search(let event): event.requirements
        case .contact(let event): event.requirements
        case .reminder(let event): event.requirements
        case .activity, .inbox, .invitation, .member, .presence, .screen, .contactForm, .reminderForm, .notification,
            .connection,
            .clock:
            .none
        }
    }

    /// The same event, with what a person filled in.
    func filled(_ values: [Blank: String]) -> Event {
        switch self {
        case .chat(let event): .chat(event.filled(values))
        case .message(let event): .message(event.filled(values))
        case .history(let event): .history(event.filled(values))
        case .outbox(let event): .outbox(event.filled(values))
        case .revision(let event): .revision(event.filled(values))
        case .search(let event): .search(event.filled(values))
        case .contact(let event): .contact(event.filled(values))
        case .reminder(let event): .reminder(event.filled(values))
        case .activity, .inbox, .invitation, .member, .presence, .screen, .contactForm, .reminderForm, .notification,
            .connection,
            .clock:
            self
        }
    }
}
