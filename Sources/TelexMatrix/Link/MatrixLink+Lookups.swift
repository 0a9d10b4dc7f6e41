import TelexCore
import TelexNetwork

/// The events to look up for a sync, which ends with the last of them.
struct Lookups {
    /// How often a sync is restarted because the server cannot look up an event.
    private static let mostTries = 3

    private var count = 0
    private var tries = 0
    /// The token of the sync, once everything else in it has been processed.
    var next: String?

    var isEmpty: Bool { count == 0 }

    mutating func begin() { count += 1 }
    mutating func end() { count -= 1 }

    /// Discards what belongs to the connection.
    mutating func drop() {
        count = 0
        next = nil
    }

    mutating func succeed() { tries = 0 }

    /// Whether to start the sync again.
    mutating func retries() -> Bool {
        tries += 1
        return tries <= Self.mostTries
    }
}

/// Handles edits that need another event to be looked up first.
extension MatrixLink {
    mutating func lookUp(_ news: RoomNews) {
        for edit in news.edits {
            lookUp(edit.event, in: edit.room, .sender(edit))
        }
        for event in news.restored { lookUp(event, in: news.room, .text(room: news.room)) }
    }

    private mutating func lookUp(_ event: String, in room: String, _ purpose: Purpose) {
        lookups.begin()
        request(.event(event, in: room), purpose)
    }

    /// Records that a lookup has ended, with an event or without.
    mutating func endLookup() {
        lookups.end()
        if lookups.isEmpty, let next = lookups.next { finishSync(at: next) }
    }

    /// Reports an edit if its sender also sent the message.
    mutating func verify(_ edit: Edit, _ answer: JSON) {
        defer { endLookup() }
        guard let event = RoomEvent(answer), event.sender == edit.sender, event.type == "m.room.message" else { return }
        let message = sent.message(of: edit.event)
        tell(.revision(edit.content.edited(message, in: ChatID(edit.room))))
    }

    /// Reports the text of a message after its last edit was redacted.
    mutating func restore(_ answer: JSON, in id: String) {
        defer { endLookup() }
        guard let event = RoomEvent(answer), let room = rooms[id],
            case .message(let message) = reader(of: room).read(event),
            let name = message.message, message.kind != .deleted
        else { return }
        tell(
            .revision(
                .edited(
                    EditedMessage(
                        chat: message.chat, message: name, text: message.text, spans: message.spans, kind: message.kind,
                        isEdited: message.isEdited))))
    }
}

extension MessageContent {
    /// The event that gives a message this content.
    func edited(_ message: MessageID, in chat: ChatID) -> RevisionEvent {
        .edited(EditedMessage(chat: chat, message: message, text: text, spans: spans, kind: kind))
    }
}
