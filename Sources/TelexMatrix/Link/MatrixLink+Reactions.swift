import TelexCore
import TelexNetwork

/// Sends and reads reactions (client-server API, "Annotations and reactions").
extension MatrixLink {
    // MARK: Ours

    mutating func react(_ effect: Int, _ chat: ChatID, _ message: MessageID, key: String, isAdding: Bool) {
        if isEncrypted(chat) { return fail(effect, MatrixReason.encrypted) }
        let wish = ReactionWish(effect: effect, chat: chat, message: message, key: key)
        if isAdding {
            let relation: JSON = [
                "rel_type": "m.annotation", "event_id": .string(target(of: wish)), "key": .string(key),
            ]
            return request(
                .send(["m.relates_to": relation], to: chat.text, type: "m.reaction", transaction: transaction(message)),
                .react(wish))
        }
        let events = annotations.events(of: annotation(of: wish))
        if !events.isEmpty { return redact(events[...], wish) }
        // It was made on another device, before the first sync of this one.
        let path = ["rooms", chat.text, "relations", target(of: wish), "m.annotation", "m.reaction"]
        request(MatrixRequest(.get, path, version: "v1", query: [("limit", "500")]), .reactions(wish))
    }

    private func target(of wish: ReactionWish) -> String { sent.event(of: wish.message, in: wish.chat) }

    private func annotation(of wish: ReactionWish) -> Annotations.Annotation {
        Annotations.Annotation(target: target(of: wish), sender: account.user, key: wish.key)
    }

    mutating func reacted(_ wish: ReactionWish, _ answer: JSON) {
        // If the server had our reaction already, it does not say in which event.
        if let event = answer["event_id"].string { note(annotations.add(event, annotation(of: wish))) }
        finish(
            wish.effect,
            .reaction(
                .added(
                    MessageReaction(
                        chat: wish.chat, message: wish.message, reaction: Reaction(key: wish.key, isOwn: true)))))
    }

    mutating func found(_ wish: ReactionWish, _ answer: JSON) {
        let events = answer["chunk"].array.compactMap(RoomEvent.init).filter {
            $0.sender == account.user && $0.annotates?.key == wish.key
        }
        redact(events.map(\.id)[...], wish)
    }

    /// Redacts the events of our reaction one by one.
    mutating func redact(_ events: ArraySlice<String>, _ wish: ReactionWish) {
        guard let event = events.first else {
            let reaction = Reaction(key: wish.key, isOwn: true)
            return finish(
                wish.effect,
                .reaction(.removed(MessageReaction(chat: wish.chat, message: wish.message, reaction: reaction))))
        }
        let path = ["rooms", wish.chat.text, "redact", event, transaction(wish.message)]
        request(MatrixRequest(.put, path, body: [:]), .unreact(wish, Array(events)))
    }

    mutating func redacted(_ events: [String], _ wish: ReactionWish) {
        note(annotations.remove(events[0]).1)
        redact(events.dropFirst(), wish)
    }

    private mutating func note(_ values: [(name: String, value: String)]) {
        for (name, value) in values { keep(name, value) }
    }

    // MARK: Everybody's

    /// Returns the event that reports a reaction; `nil` if it does not count. It may have been reported before: what was
    /// reported is not always stored.
    mutating func added(_ event: RoomEvent, to target: String, key: String, in room: Room) -> Event? {
        // Edits and reactions are no messages, though they can be reacted to.
        guard !ignored.contains(event.sender), original(of: target) == nil, annotations.annotation(of: target) == nil
        else { return nil }
        let annotation = Annotations.Annotation(target: target, sender: event.sender, key: key)
        note(annotations.add(event.id, annotation))
        return .reaction(
            .added(
                MessageReaction(
                    chat: ChatID(room.id), message: sent.message(of: target), reaction: reaction(annotation))))
    }

    /// Returns the event that reports that a reaction was taken back; `nil` if it was made twice.
    mutating func redacted(reaction event: String, in room: Room) -> Event? {
        let (annotation, values) = annotations.remove(event)
        note(values)
        return annotation.map {
            .reaction(
                .removed(
                    MessageReaction(chat: ChatID(room.id), message: sent.message(of: $0.target), reaction: reaction($0))
                ))
        }
    }

    private func reaction(_ annotation: Annotations.Annotation) -> Reaction {
        Reaction(key: annotation.key, sender: UserID(annotation.sender), isOwn: annotation.sender == account.user)
    }
}

/// A request of the core to add or remove our reaction to a message.
struct ReactionWish: Hashable, Sendable {
    let effect: Int
    let chat: ChatID
    let message: MessageID
    let key: String
}
