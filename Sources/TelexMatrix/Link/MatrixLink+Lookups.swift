import TelexCore
import TelexNetwork

/// The events that are looked up for a sync, which ends with the last of them.
struct Lookups {
    /// How often a sync is begun anew since the server cannot say what an event is.
    private static let mostTries = 3

    private var count = 0
    private var tries = 0
    /// The token of the sync, once all else of it is taken in.
    var next: String?

    var isEmpty: Bool { count == 0 }

    mutating func begin() { count += 1 }
    mutating func end() { count -= 1 }

    /// Forgets what belongs to the connection.
    mutating func drop() {
        count = 0
        next = nil
    }

    mutating func succeed() { tries = 0 }

    /// Whether to begin anew.
    mutating func retries() -> Bool {
        tries += 1
        return tries <= Self.mostTries
    }
}

/// What can be told of an edit only once another event is known.
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

    /// Notes that an event has come that was looked up, or will not come.
    mutating func endLookup() {
        lookups.end()
        if lookups.isEmpty, let next = lookups.next { finishSync(at: next) }
    }

    /// An edit counts only if it is the sender's.
    mutating func verify(_ edit: Edit, _ answer: JSON) {
        defer { endLookup() }
        guard let event = RoomEvent(answer), event.sender == edit.sender, event.type == "m.room.message" else { return }
        let message = sent.message(of: edit.event)
        tell(.revision(edit.content.edited(message, in: ChatID(edit.room))))
    }

    /// A message says again what it said before its last edit was taken back.
    mutating func restore(_ answer: JSON, in id: String) {
        defer { endLookup() }
        guard let event = RoomEvent(answer), let room = rooms[id],
            case .message(let message) = reader(of: room).read(event),
            let name = message.message, message.kind != .deleted
        else { return }
        tell(
            .revision(
                .edited(
                    chat: message.chat, message: name, text: message.text, kind: message.kind,
                    isEdited: message.isEdited)))
    }
}

extension MessageContent {
    /// Says that a message has this content from now on.
    func edited(_ message: MessageID, in chat: ChatID) -> RevisionEvent {
        .edited(chat: chat, message: message, text: text, kind: kind)
    }
}
