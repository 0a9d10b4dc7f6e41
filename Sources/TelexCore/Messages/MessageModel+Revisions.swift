/// Edits and deletions.
extension MessageModel {
    /// Asks the server to edit our message.
    mutating func wishEdit(
        _ id: MessageID, in chat: ChatID, _ text: String, _ spans: [TextSpan], _ stamp: Stamp
    ) -> Consequences {
        if let refusal = MessageUseCase.refusal(of: text, spans) {
            return refuse(chat, Outcome(.refused, reason: refusal), in: stamp.window)
        }
        let key = MessageKey(chat: chat, message: id)
        if deletions[key] != nil { return refuse(chat, Self.isBeingDeleted, in: stamp.window) }
        return refuseRevision(id, in: chat, stamp)
            ?? Consequences(effects: [Effect(.revise(key), .ask(.edit(chat, id, text: text, spans: spans)))])
    }

    static let isBeingDeleted = Outcome(.refused, reason: "The message is being deleted.")

    /// Refuses to edit or delete a message that is not ours, not sent, or deleted; returns `nil` otherwise.
    mutating func refuseRevision(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Consequences? {
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
        return nil
    }

    mutating func edit(
        _ id: MessageID, in chat: ChatID, _ text: String, _ spans: [TextSpan], _ kind: MessageKind?, isEdited: Bool,
        _ stamp: Stamp
    ) -> Consequences {
        if stamp.known[id]?.content.kind == .system { return Self.unchangeable(id) }
        return revise(id, in: chat, stamp) {
            $0.text = text
            $0.spans = spans.valid(in: text)
            // An edit cannot make a message deleted or a system message.
            if let kind, kind != .deleted, kind != .system { $0.kind = kind }
            $0.isEdited = isEdited
        }
    }

    mutating func delete(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Consequences {
        let ended = endDeletion(of: id, in: chat, Outcome(chat: chat, message: id), stamp)
        return (ended ?? .none) + revise(id, in: chat, stamp) { $0 = $0.deleted }
    }

    /// Shows why the server did not edit or delete our message, which is as before.
    mutating func failRevision(
        _ id: MessageID, in chat: ChatID, title: String?, _ reason: String, _ stamp: Stamp
    ) -> Consequences {
        let outcome = Outcome(.failed, reason: reason)
        guard deletions[MessageKey(chat: chat, message: id)]?.isAsked == true,
            let ended = endDeletion(of: id, in: chat, outcome, stamp)
        else { return refuse(chat, outcome, in: stamp.window) }
        // Those who wished it may look at something else by now.
        let viewers = windows.all { $0.chat?.id == chat }
        for viewer in viewers { windows[viewer].refuse(chat, reason) }
        var failed = ended + Consequences(outcome: outcome)
        if viewers.isEmpty {
            let notice = MessageContent(kind: .notice, text: "Your message was not deleted. \(reason)")
            let said = IncomingMessage(chat: chat, title: title, content: notice)
            failed.follow(with: .notification(.raised(said, in: windows.ids)))
        }
        return failed
    }

    private static func unchangeable(_ id: MessageID) -> Consequences {
        .ignored("The chat has no message \"\(id)\" that could change.")
    }

    /// Changes the content of a message; does nothing if it is the same, as when our own edit is echoed.
    mutating func revise(
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
        windows.update {
            $0.chat?.shows(answered: id, of: chat) == true
        } _: {
            $0.chat?.revise(answered: id, content)
        }
        return Consequences(
            saves: [.revised(chat, id, content)],
            followUps: [.activity(.revised(chat: chat, message: id, known: known, content: content))])
    }
}
