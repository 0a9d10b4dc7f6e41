/// How messages that are there already change.
extension MessageModel {
    /// Has the server change a message of ours.
    mutating func wishEdit(_ id: MessageID, in chat: ChatID, _ text: String, _ stamp: Stamp) -> Consequences {
        if let refusal = MessageUseCase.refusal(of: text) { return refuse(chat, refusal, in: stamp.window) }
        return wish(id, in: chat, .edit(chat, id, text: text), stamp)
    }

    /// Has the server take a message of ours back.
    mutating func wishDeletion(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Consequences {
        wish(id, in: chat, .delete(chat, id), stamp)
    }

    private mutating func wish(
        _ id: MessageID, in chat: ChatID, _ request: BackendRequest, _ stamp: Stamp
    ) -> Consequences {
        guard let known = stamp.known[id], known.isOwn, !known.isDeleted else {
            return refuse(
                chat, "Only a message of your own can be changed, and not one that was deleted.", in: stamp.window)
        }
        if outbox[MessageKey(chat: chat, message: id)] != nil {
            return refuse(chat, "That message has not gone out yet: it can be changed when it has.", in: stamp.window)
        }
        return Consequences(effects: [Effect(.revise(MessageKey(chat: chat, message: id)), .ask(request))])
    }

    mutating func edit(
        _ id: MessageID, in chat: ChatID, _ text: String, _ kind: MessageKind?, isEdited: Bool, _ stamp: Stamp
    ) -> Consequences {
        guard let known = stamp.known[id], !known.isDeleted else { return .none }
        // An edit never deletes: deletions change counts, too.
        let kind = kind == .deleted ? nil : kind
        withOpen(chat) {
            // What comes a second time, as the echo of an edit of ours does, takes no later refusal away.
            if let shown = $0[id], shown.text == text, shown.isEdited == isEdited, shown.kind == kind ?? shown.kind {
                return
            }
            $0[id]?.text = text
            if let kind { $0[id]?.kind = kind }
            $0[id]?.isEdited = isEdited
            $0.refusal = nil
        }
        return Consequences(
            saves: [.edited(chat, id, text: text, kind: kind, isEdited: isEdited)],
            followUps: [.activity(.edited(chat: chat, message: id, text: text, kind: kind))])
    }

    mutating func delete(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Consequences {
        guard let known = stamp.known[id], !known.isDeleted else { return .none }
        withOpen(chat) {
            $0[id]?.text = ""
            $0[id]?.kind = .deleted
            $0[id]?.isEdited = false
            $0.refusal = nil
        }
        let counts = !known.isOwn && known.attention != .silent
        let gone = ActivityEvent.deleted(
            chat: chat, message: id, unreadFrom: counts ? known.position : 0, isMention: known.attention == .mention)
        return Consequences(saves: [.deleted(chat, id)], followUps: [.activity(gone)])
    }
}
