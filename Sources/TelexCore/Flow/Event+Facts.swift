/// What the door has to find out about an event before it can stamp it.
package extension Event {
    /// The messages whose standing in the store matters to the event.
    var mentions: (chat: ChatID, messages: [MessageID])? {
        switch self {
        case .message(let event): event.mentions
        case .revision(let event): event.mentions
        case .notification(.received(let message)): message.message.map { (message.chat, [$0]) }
        case .history(.synced(let chat, let messages, _)): (chat, messages.compactMap(\.message))
        case .history(.older(let chat, _, let messages, _)): (chat, messages.compactMap(\.message))
        default: nil
        }
    }

    /// How many messages it can make: as many places in the order are set aside for it.
    var places: Int {
        guard case .history(.synced(_, let messages, let token)) = self else { return 1 }
        return max(1, messages.count) + (token == nil ? 0 : 2 * Int(HistoryGap.room))
    }

    /// The last of the places that messages bring along with it.
    var lastPlace: Int64 {
        if case .outbox(.loaded(let messages)) = self { messages.map(\.position).max() ?? 0 } else { 0 }
    }

    /// Whether it makes something that it does not name, and that is no message.
    var makesThing: Bool {
        switch self {
        case .contact(.adding), .contact(.importing), .reminder(.adding): true
        // What waited for these is done with them.
        case .contact(.loaded), .reminder(.loaded): true
        default: false
        }
    }

    /// The chat in which it makes a message that it does not name, if it does.
    var needsID: ChatID? {
        switch self {
        case .message(.sending(let chat, _, nil)): chat
        case .message(.received(let message)) where message.message == nil: message.chat
        case .notification(.received(let message)) where message.message == nil: message.chat
        case .history(.synced(let chat, _, _)), .history(.older(let chat, _, _, _)): chat
        default: nil
        }
    }

    /// Whether all that is known of those that it mentions matters, so that it has to be in the store.
    var needsStored: Bool {
        switch self {
        case .message(.userRead), .message(.otherRead), .message(.delivered), .history(.older), .revision: true
        default: false
        }
    }
}

extension MessageEvent {
    fileprivate var mentions: (chat: ChatID, messages: [MessageID])? {
        switch self {
        case .sending(let chat, _, let message): message.map { (chat, [$0]) }
        case .received(let message): message.message.map { (message.chat, [$0]) }
        case .userRead(let chat, let message), .otherRead(let chat, let message), .delivered(let chat, let message):
            (chat, [message])
        case .sent, .failedSending, .userReads: nil
        }
    }
}

extension RevisionEvent {
    fileprivate var mentions: (chat: ChatID, messages: [MessageID]) {
        switch self {
        case .editing(let chat, let message, _), .deleting(let chat, let message),
            .edited(let chat, let message, _, _, _), .deleted(let chat, let message), .failed(let chat, let message, _):
            (chat, [message])
        }
    }
}
