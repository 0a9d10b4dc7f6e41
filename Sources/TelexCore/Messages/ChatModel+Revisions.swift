/// Edits and deletions.
extension ChatModel {
    /// Asks the server to edit our message.
    mutating func wishEdit(_ edit: MessageEdit, _ stamp: Stamp) -> Consequences {
        let (chat, id) = (edit.key.chat, edit.key.message)
        let isCaption = stamp.known[id]?.content.file != nil
        if let refusal = MessageUseCase.refusal(of: edit.text, edit.spans, isCaption: isCaption) {
            return refuse(chat, refusal, in: stamp.window)
        }
        if deletions[edit.key] != nil { return refuse(chat, "The message is being deleted.", in: stamp.window) }
        if let refused = refuseRevision(edit.key, stamp) { return refused }
        if outbox[edit.key]?.isPlaced == false { return editUnsent(edit, stamp) }
        let request = BackendRequest.edit(chat, id, text: edit.text, spans: edit.spans)
        return Consequences(effects: [Effect(.revise(edit.key), .ask(request))])
    }

    /// Refuses to edit or delete a message that is not ours, or deleted; returns `nil` otherwise.
    mutating func refuseRevision(_ key: MessageKey, _ stamp: Stamp) -> Consequences? {
        let (chat, id) = (key.chat, key.message)
        guard let known = stamp.known[id] else {
            return refuse(chat, "The chat has no message \"\(id)\".", in: stamp.window)
        }
        guard known.isOwn, known.content.kind != .deleted else {
            let reason = "You can edit or delete only your own messages, and not deleted ones."
            return refuse(chat, reason, in: stamp.window)
        }
        return nil
    }

    mutating func edit(_ edited: EditedMessage, _ stamp: Stamp) -> Consequences {
        let id = edited.key.message
        if stamp.known[id]?.content.kind == .system { return Self.unchangeable(id) }
        let ended = endPlacedEdit(of: edited.key, Outcome(chat: edited.key.chat, message: id))
        return (ended ?? .none)
            + revise(edited.key, stamp) {
                $0.edit(to: edited.text, edited.spans, edited.kind, isEdited: edited.isEdited)
            }
    }

    mutating func delete(_ key: MessageKey, _ stamp: Stamp) -> Consequences {
        let ended = endDeletion(of: key, Outcome(chat: key.chat, message: key.message), stamp)
        let file = findUses(of: stamp.known[key.message]?.content.file)
        return (ended ?? .none) + dropEdit(of: key) + revise(key, stamp) { $0 = $0.deleted }
            + Consequences(effects: file)
    }

    /// Shows why the server did not edit or delete our message, which is as before.
    mutating func failRevision(_ failure: MessageFailure, _ stamp: Stamp) -> Consequences {
        let (chat, reason) = (failure.key.chat, failure.reason)
        let outcome = Outcome(.failed, reason: reason)
        let edit = endPlacedEdit(of: failure.key, outcome)
        let deletion = deletions[failure.key]?.isAsked == true ? endDeletion(of: failure.key, outcome, stamp) : nil
        guard let ended = edit ?? deletion else { return refuse(chat, reason, .failed, in: stamp.window) }
        // Those who wished it may look at something else by now.
        let viewers = windows.all { $0.chat?.id == chat }
        for viewer in viewers { windows[viewer].refuse(chat, reason) }
        var failed = ended + Consequences(outcome: outcome)
        if viewers.isEmpty {
            let notice = MessageContent(
                kind: .notice, text: "Your message was not \(edit == nil ? "deleted" : "edited"). \(reason)")
            let said = IncomingMessage(chat: chat, title: chats[chat]?.title, content: notice)
            failed.follow(with: .notification(.raised(said, in: windows.ids)))
        }
        return failed
    }

    private static func unchangeable(_ id: MessageID) -> Consequences {
        .ignored("The chat has no message \"\(id)\" that could change.")
    }

    /// Changes the content of a message; does nothing if it is the same, as when our own edit is echoed.
    mutating func revise(
        _ key: MessageKey, _ stamp: Stamp, _ change: (inout MessageContent) -> Void
    ) -> Consequences {
        let (chat, id) = (key.chat, key.message)
        guard let known = stamp.known[id], known.content.kind != .deleted else {
            return Self.unchangeable(id)
        }
        var content = known.content
        change(&content)
        if content == known.content { return .none }
        outbox[key]?.message.content = content
        withOpen(chat) {
            $0[id]?.content = content
            $0.refusal = nil
        }
        windows.update {
            $0.chat?.shows(answered: id, of: chat) == true
        } _: {
            $0.chat?.revise(answered: id, content)
        }
        return Consequences(saves: [.revised(chat, id, content)]) + recount(key, known, content)
    }
}
