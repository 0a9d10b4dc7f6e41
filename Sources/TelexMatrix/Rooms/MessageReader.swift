import Foundation
import TelexCore

/// Makes messages of events.
struct MessageReader {
    /// What an event is to the core.
    enum Reading: Hashable {
        case message(IncomingMessage)
        /// Its author has a message say something else.
        case edit(event: String, sender: String, text: String)
        case deletion(event: String)
        case nothing
    }

    let own: String
    let room: Room
    let rules: PushRules
    /// The id by which the core knows a message of ours.
    let local: (RoomEvent) -> MessageID

    func read(_ event: RoomEvent) -> Reading {
        if let target = event.redacts { return .deletion(event: target) }
        if event.stateKey != nil { return .nothing }
        if event.isRedacted {
            return Self.hasText(event.type) && event.replaces == nil ? .message(message(event, .deleted, "")) : .nothing
        }
        switch event.type {
        case "m.room.message":
            if let target = event.replaces {
                let text = PlainText.of(event.content["m.new_content"])
                return text.map { .edit(event: target, sender: event.sender, text: $0) } ?? .nothing
            }
            return .message(showing(event))
        // The place for a cipher: what it makes of the event is read like any other.
        case "m.room.encrypted": return .message(message(event, .unshowable, "An encrypted message"))
        case "m.sticker": return .message(message(event, .unshowable, Self.named("A sticker", event)))
        case "m.poll.start", "org.matrix.msc3381.poll.start": return .message(message(event, .unshowable, "A poll"))
        case "m.call.invite": return .message(message(event, .unshowable, "A call"))
        default: return .nothing
        }
    }

    private static func hasText(_ type: String) -> Bool {
        ["m.room.message", "m.room.encrypted", "m.sticker"].contains(type)
    }

    private func showing(_ event: RoomEvent) -> IncomingMessage {
        let kind = event.content["msgtype"].string ?? ""
        switch kind {
        case "m.text", "m.notice", "m.emote":
            let edited = replacement(of: event)
            let text = edited.flatMap(PlainText.of) ?? PlainText.of(event.content) ?? ""
            let shown: MessageKind = kind == "m.notice" ? .notice : kind == "m.emote" ? .emote : .text
            return message(event, shown, text, isEdited: edited != nil)
        case "m.image": return message(event, .unshowable, Self.named("An image", event))
        case "m.file": return message(event, .unshowable, Self.named("A file", event))
        case "m.audio": return message(event, .unshowable, Self.named("A sound", event))
        case "m.video": return message(event, .unshowable, Self.named("A film", event))
        case "m.location": return message(event, .unshowable, Self.named("A place", event))
        default: return message(event, .unshowable, Self.named("A message of another kind", event))
        }
    }

    /// What the author has had it say since, which the server brings along.
    private func replacement(of event: RoomEvent) -> JSON? {
        guard let edit = RoomEvent(event.unsigned["m.relations"]["m.replace"]), edit.sender == event.sender,
            !edit.isRedacted, edit.content["m.new_content"].exists
        else { return nil }
        return edit.content["m.new_content"]
    }

    private static func named(_ what: String, _ event: RoomEvent) -> String {
        guard let name = event.content["body"].string, !name.isEmpty else { return what }
        return "\(what), \(name)"
    }

    private func message(
        _ event: RoomEvent, _ kind: MessageKind, _ text: String, isEdited: Bool = false
    ) -> IncomingMessage {
        let isOwn = event.sender == own
        return IncomingMessage(
            chat: ChatID(room.id), message: isOwn ? local(event) : MessageID(event.id), contact: room.title,
            author: room.isGroup && !isOwn ? room.author(event.sender) : nil, kind: kind, text: text,
            isEdited: isEdited, attention: isOwn ? .normal : rules.attention(event, in: room, own: own),
            date: event.date, isOwn: isOwn)
    }
}
