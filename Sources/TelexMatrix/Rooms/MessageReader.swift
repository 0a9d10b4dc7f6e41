import Foundation
import TelexCore

/// Converts events to messages.
struct MessageReader {
    /// The meaning of an event for the core.
    enum Reading: Hashable {
        case message(IncomingMessage)
        /// The sender edits a message.
        case edit(event: String, sender: String, MessageContent)
        case deletion(event: String)
        /// The sender reacts to a message.
        case reaction(event: String, key: String)
        case nothing
    }

    let own: String
    let room: Room
    /// The title of the room.
    let title: String
    let rules: PushRules
    /// The core's id of an event's message.
    let local: (String) -> MessageID

    func read(_ event: RoomEvent) -> Reading {
        guard event.isReadable else { return .message(message(event, .unreadable)) }
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
        case "m.reaction": return event.annotates.map { .reaction(event: $0.event, key: $0.key) } ?? .nothing
        // Decryption would go here; its result would be read like any other event.
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
        var content = Self.content(event.content)
        if let edited = Self.replacement(of: event).flatMap(Self.edited) {
            content.edit(to: edited.text, edited.spans, edited.kind, isEdited: true)
        }
        return message(event, content, isEdited: content.isEdited)
    }

    /// The last edit by the sender, which the server sends along with the message.
    static func replacement(of event: RoomEvent) -> RoomEvent? {
        guard let edit = RoomEvent(event.unsigned["m.relations"]["m.replace"]), edit.sender == event.sender,
            !edit.isRedacted
        else { return nil }
        return edit
    }

    /// The content after an edit; `nil` for an edit without text.
    private static func edited(_ edit: RoomEvent) -> MessageContent? {
        let new = edit.content["m.new_content"]
        return PlainText.of(new) == nil ? nil : content(new)
    }

    /// The new content of a message of ours: the text changes, the rest stays.
    static func edit(of event: RoomEvent, _ text: JSON) -> JSON {
        let hasFile = ["url", "file"].contains { event.content[$0] != .null }
        var new = (hasFile ? event.content : current(event)).object
        for name in ["m.relates_to", "format", "formatted_body"] { new[name] = nil }
        // The body of a file is its name, unless it has a caption.
        if hasFile, new["filename"] == nil { new["filename"] = new["body"] }
        for (name, value) in text.object { new[name] = value }
        if hasFile, text["body"].string?.isEmpty == true { new["body"] = new["filename"] }
        return .object(new)
    }

    /// The content of a message, as last edited.
    static func current(_ event: RoomEvent) -> JSON {
        replacement(of: event)?.content["m.new_content"] ?? event.content
    }

    /// - Parameter content: the content of an `m.room.message`, or of its replacement.
    static func content(_ content: JSON) -> MessageContent {
        switch content["msgtype"].string {
        case "m.text": written(.text, content)
        case "m.notice": written(.notice, content)
        case "m.emote": written(.emote, content)
        case "m.image": brought(content) ?? named("An image", content)
        case "m.file": brought(content) ?? named("A file", content)
        case "m.audio": brought(content) ?? named("An audio file", content)
        case "m.video": brought(content) ?? named("A video", content)
        case "m.location": named("A location", content)
        default: named("An unsupported message", content)
        }
    }

    private static func written(_ kind: MessageKind, _ content: JSON) -> MessageContent {
        guard let text = PlainText.of(content) else { return .unreadable }
        return MessageContent(kind: kind, text: text.text, spans: text.spans)
    }

    /// A message that reports a change to the room.
    private func message(_ event: RoomEvent, _ change: ChatChange?) -> IncomingMessage {
        let sender = UserID(event.sender)
        return IncomingMessage(
            chat: ChatID(room.id), message: MessageID(event.id), title: title,
            content: .system(
                change, by: sender, senderName: event.sender == own ? nil : room.displayName(event.sender)),
            date: event.date)
    }

    /// A file that can be fetched; `nil` if it cannot. The body is its caption if there is another name (MSC2530).
    private static func brought(_ content: JSON) -> MessageContent? {
        guard let file = MessageFile(content) else { return nil }
        let hasCaption = content["filename"].string.map { $0 != content["body"].string } ?? false
        let caption = hasCaption ? PlainText.of(content) : nil
        return MessageContent(kind: .file, text: caption?.text ?? "", spans: caption?.spans ?? [], file: file)
    }

    private static func unshowable(_ what: String) -> MessageContent { MessageContent(kind: .unshowable, text: what) }

    /// A message that cannot be shown, with its caption or file name.
    private static func named(_ what: String, _ content: JSON) -> MessageContent {
        guard content["body"].string?.isEmpty == false, let text = PlainText.of(content) else {
            return unshowable(what)
        }
        let name = text.visible
        return unshowable("\(what), \(name)")
    }

    private func message(_ event: RoomEvent, _ content: MessageContent, isEdited: Bool = false) -> IncomingMessage {
        let isOwn = event.sender == own
        var content = content
        content.senderName = isOwn ? nil : room.displayName(event.sender)
        content.sender = event.sender.isEmpty ? nil : UserID(event.sender)
        content.isEdited = isEdited
        if let answered = event.answers, content.kind != .deleted {
            content.replyTo = local(answered.event)
            content.isThreaded = answered.isThreaded
        }
        content.attention = isOwn ? .normal : rules.attention(event, in: room, own: own)
        return IncomingMessage(
            chat: ChatID(room.id), message: isOwn ? local(event.id) : MessageID(event.id), title: title,
            content: content, date: event.date, isOwn: isOwn)
    }
}
