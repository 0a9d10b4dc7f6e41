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
            lookUp(edit.event, in: edit.room, .author(edit))
        }
        for event in news.restored { lookUp(event, in: news.room, .text(room: news.room)) }
    }

    private mutating func lookUp(_ event: String, in room: String, _ purpose: Purpose) {
        lookups.begin()
        request(.event(event, in: room), purpose)
    }

    /// Takes in an event that was looked up.
    mutating func lookedUp(_ purpose: Purpose, _ result: Result<JSON, RequestFailure>) {
        switch (result, purpose) {
        case (.success(let json), .author(let edit)): if let event = RoomEvent(json) { verify(edit, event) }
        case (.success(let json), .text(let room)): if let event = RoomEvent(json) { restore(event, in: room) }
        // It is not there, or not for us to see.
        case (.failure(.refused), _), (.success, _): break
        case (.failure(.busy), _) where !lookups.retries(): break
        case (.failure(let failure), _): return lose(failure)
        }
        lookups.end()
        if lookups.isEmpty, let next = lookups.next { finishSync(at: next) }
    }

    /// An edit counts only if it is the author's.
    private mutating func verify(_ edit: Edit, _ event: RoomEvent) {
        guard event.sender == edit.sender, event.type == "m.room.message" else { return }
        let message = sent.message(of: edit.event)
        tell(.revision(edit.content.edited(message, in: ChatID(edit.room))))
    }

    /// A message says again what it said before its last edit was taken back.
    private mutating func restore(_ event: RoomEvent, in id: String) {
        guard let room = rooms[id], case .message(let message) = reader(of: room).read(event),
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
