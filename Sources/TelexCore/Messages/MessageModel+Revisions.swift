/// Edits and deletions.
extension MessageModel {
    /// Asks the server to edit our message.
    mutating func wishEdit(_ id: MessageID, in chat: ChatID, _ text: String, _ stamp: Stamp) -> Consequences {
        if let refusal = MessageUseCase.refusal(of: text) {
            return refuse(chat, Outcome(.refused, reason: refusal), in: stamp.window)
        }
        return wish(id, in: chat, .edit(chat, id, text: text), stamp)
    }

    /// Asks the server to delete our message.
    mutating func wishDeletion(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Consequences {
        wish(id, in: chat, .delete(chat, id), stamp)
    }

    private mutating func wish(
        _ id: MessageID, in chat: ChatID, _ request: BackendRequest, _ stamp: Stamp
    ) -> Consequences {
        guard let known = stamp.known[id] else {
            return refuse(chat, Outcome(.refused, reason: "The chat has no message \"\(id)\"."), in: stamp.window)
        }
        guard known.isOwn, known.content.kind != .deleted else {
            let reason = "You can edit or delete only your own messages, and not deleted ones."
            return refuse(chat, Outcome(.refused, reason: reason), in: stamp.window)
        }
        if outbox[MessageKey(chat: chat, message: id)] != nil {
            let reason = "The message is not sent yet. Edit or delete it after it is sent."
            return refuse(chat, Outcome(.refused, reason: reason), in: stamp.window)
        }
        return Consequences(effects: [Effect(.revise(MessageKey(chat: chat, message: id)), .ask(request))])
    }

    mutating func edit(
        _ id: MessageID, in chat: ChatID, _ text: String, _ kind: MessageKind?, isEdited: Bool, _ stamp: Stamp
    ) -> Consequences {
        if stamp.known[id]?.content.kind == .system { return Self.unchangeable(id) }
        return revise(id, in: chat, stamp) {
            $0.text = text
            // An edit cannot make a message deleted or a system message.
            if let kind, kind != .deleted, kind != .system { $0.kind = kind }
            $0.isEdited = isEdited
        }
    }

    mutating func delete(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Consequences {
        revise(id, in: chat, stamp) { $0 = $0.deleted }
    }

    private static func unchangeable(_ id: MessageID) -> Consequences {
        .ignored("The chat has no message \"\(id)\" that could change.")
    }

    /// Changes the content of a message; does nothing if it is the same, as when our own edit is echoed.
    private mutating func revise(
        _ id: MessageID, in chat: ChatID, _ stamp: Stamp, _ change: (inout MessageContent) -> Void
    ) -> Consequences {
        guard let known = stamp.known[id], known.content.kind != .deleted else {
            return Self.unchangeable(id)
        }
        var content = known.content
        change(&content)
        if content == known.content { return .none }
        withOpen(chat) {
            $0[id]?.content = content
            $0.refusal = nil
        }
        return Consequences(
            saves: [.revised(chat, id, content)],
            followUps: [.activity(.revised(chat: chat, message: id, known: known, content: content))])
    }
}
