import Foundation
import TelexCore

/// Makes messages of events.
struct MessageReader {
    /// What an event is to the core.
    enum Reading: Hashable {
        case message(IncomingMessage)
        /// Its sender has a message say something else.
        case edit(event: String, sender: String, MessageContent)
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
        if event.stateKey != nil {
            let changes = ChangeReader(room: room)
            if changes.isEmptied(event) { return .message(message(event, nil)) }
            return changes.read(event).map { .message(message(event, $0)) } ?? .nothing
        }
        if event.isRedacted {
            return Self.hasText(event.type) && event.replaces == nil
                ? .message(message(event, MessageContent(kind: .deleted))) : .nothing
        }
        switch event.type {
        case "m.room.message":
            guard let target = event.replaces else { return .message(showing(event)) }
            return Self.edited(event).map { .edit(event: target, sender: event.sender, $0) } ?? .nothing
        // The place for a cipher: what it makes of the event is read like any other.
        case "m.room.encrypted": return .message(message(event, Self.unshowable("An encrypted message")))
        case "m.sticker": return .message(message(event, Self.named("A sticker", event.content)))
        case "m.poll.start", "org.matrix.msc3381.poll.start": return .message(message(event, Self.unshowable("A poll")))
        case "m.call.invite": return .message(message(event, Self.unshowable("A call")))
        default: return .nothing
        }
    }

    private static func hasText(_ type: String) -> Bool {
        ["m.room.message", "m.room.encrypted", "m.sticker"].contains(type)
    }

    private func showing(_ event: RoomEvent) -> IncomingMessage {
        let edited = Self.replacement(of: event).flatMap(Self.edited)
        return message(event, edited ?? Self.content(event.content), isEdited: edited != nil)
    }

    /// The last edit by the sender, which the server brings along.
    static func replacement(of event: RoomEvent) -> RoomEvent? {
        guard let edit = RoomEvent(event.unsigned["m.relations"]["m.replace"]), edit.sender == event.sender,
            !edit.isRedacted
        else { return nil }
        return edit
    }

    /// What an edit has a message say; `nil` for an edit that says nothing.
    private static func edited(_ edit: RoomEvent) -> MessageContent? {
        let new = edit.content["m.new_content"]
        return PlainText.of(new) == nil ? nil : content(new)
    }

    /// What a message of ours is to say, which is otherwise as it was.
    static func edit(of event: RoomEvent, _ text: String) -> JSON {
        let old = replacement(of: event)?.content["m.new_content"] ?? event.content
        var new = old.object
        for name in ["m.relates_to", "format", "formatted_body"] { new[name] = nil }
        // The body of a file is its name, until it has a caption.
        if new["url"] ?? new["file"] != nil, new["filename"] == nil { new["filename"] = old["body"] }
        new["body"] = .string(text)
        return .object(new)
    }

    /// - Parameter content: that of an `m.room.message`, or what replaces it.
    static func content(_ content: JSON) -> MessageContent {
        switch content["msgtype"].string {
        case "m.text": MessageContent(kind: .text, text: PlainText.of(content) ?? "")
        case "m.notice": MessageContent(kind: .notice, text: PlainText.of(content) ?? "")
        case "m.emote": MessageContent(kind: .emote, text: PlainText.of(content) ?? "")
        case "m.image": named("An image", content)
        case "m.file": named("A file", content)
        case "m.audio": named("A sound", content)
        case "m.video": named("A film", content)
        case "m.location": named("A place", content)
        default: named("A message of another kind", content)
        }
    }

    /// What was done to the room.
    private func message(_ event: RoomEvent, _ change: ChatChange?) -> IncomingMessage {
        let sender = UserID(event.sender)
        return IncomingMessage(
            chat: ChatID(room.id), message: MessageID(event.id), title: room.title,
            content: .system(
                change, by: sender, senderName: event.sender == own ? nil : room.displayName(event.sender)),
            date: event.date)
    }

    private static func unshowable(_ what: String) -> MessageContent { MessageContent(kind: .unshowable, text: what) }

    /// Something without text, with its caption or file name.
    private static func named(_ what: String, _ content: JSON) -> MessageContent {
        guard let name = content["body"].string, !name.isEmpty else { return unshowable(what) }
        return unshowable("\(what), \(name)")
    }

    private func message(_ event: RoomEvent, _ content: MessageContent, isEdited: Bool = false) -> IncomingMessage {
        let isOwn = event.sender == own
        var content = content
        content.senderName = isOwn ? nil : room.displayName(event.sender)
        content.sender = UserID(event.sender)
        content.isEdited = isEdited
        content.attention = isOwn ? .normal : rules.attention(event, in: room, own: own)
        return IncomingMessage(
            chat: ChatID(room.id), message: isOwn ? local(event) : MessageID(event.id), title: room.title,
            content: content, date: event.date, isOwn: isOwn)
    }
}
