/// Our messages that the server does not have.
extension ChatModel {
    mutating func retry(_ key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard case .failed = outbox[key]?.message.delivery else {
            return .ignored("No message \"\(key.message)\" of this chat has failed.")
        }
        if let barrier = heading(of: key.chat)?.barrier { return refuse(barrier, of: key.chat, in: stamp.window) }
        outbox[key]?.cause = stamp.cause
        if outbox.hasWaiting(in: key.chat) {
            let hold = outbox.hold(in: key.chat)
            outbox[key]?.message.hold = hold
            return progress(key, to: .waiting)
        }
        return progress(key, to: .sending) { [Effect(.post($0.key), .ask(.post($0)))] }
    }

    /// Marks our message as sent, at the position that it has on the server. What we have done to it meanwhile follows.
    mutating func place(_ key: MessageKey, at position: Int64, _ stamp: Stamp) -> Consequences {
        guard let entry = outbox[key], !entry.isPlaced else { return .none }
        // It may have its position since an earlier run.
        let place = MessagePosition.isWaiting(entry.message.position) ? position : nil
        let moved = place.map { move(entry.message, to: $0) } ?? .none
        let edit = entry.message.pendingText.map {
            BackendRequest.edit(key.chat, key.message, text: $0, spans: entry.message.pendingSpans)
        }
        let placed =
            place.map { Consequences(saves: [.marked(key.chat, key.message, entry.stored.delivery, at: $0)]) } ?? .none
        if let deletion = deletions[key] {
            let dropped = dropEdit(of: key)
            outbox[key] = nil
            // The deletion can still be undone until it is due.
            let edits = edit.map { deletion.due > stamp.time ? [Effect(.revise(key), .ask($0))] : [] } ?? []
            return placed + moved + dropped + ended(entry, Outcome(.sent, chat: key.chat, message: key.message))
                + Consequences(effects: settleFile(of: entry.message) + edits) + askDeletions(by: stamp.time)
        }
        guard let edit else { return progress(key, to: .sent, at: place) + moved }
        outbox[key]?.message.delivery = .sending
        outbox[key]?.isPosting = false
        outbox[key]?.isPlaced = true
        outbox[key]?.cause = nil
        return placed + moved + ended(entry, Outcome(.sent, chat: key.chat, message: key.message))
            + Consequences(effects: [Effect(.revise(key), .ask(edit))])
    }

    /// Moves a message to its position on the server.
    private mutating func move(_ message: Message, to position: Int64) -> Consequences {
        let id = message.id
        outbox[message.key]?.message.position = position
        withOpen(message.chat) { $0.move(id, to: position) }
        guard var chat = chats[message.chat] else { return .none }
        chat.activity.advance(to: position)
        if chat.last?.message == id {
            chat.last?.position = position
            let waiting = outbox.entries.last { $0.message.chat == chat.id && $0.message.id != id && !$0.isPlaced }
            if let waiting { chat.last = Chat.LastMessage(waiting.message) }
        }
        return save(chat)
    }

    /// Keeps a message for the next connection, or for the end of its hold.
    mutating func queue(_ queued: QueuedMessage, _ stamp: Stamp) -> Consequences {
        let key = queued.key
        guard let entry = outbox[key], entry.isPosting else { return .none }
        outbox[key]?.isAttempted = entry.isAttempted || queued.isAttempted
        outbox[key]?.isPosting = false
        outbox[key]?.message.hold = nil
        let hold = queued.hold ?? outbox.hold(in: key.chat)
        outbox[key]?.message.hold = hold
        let isHere = outbox[key]?.mayBeSent == false
        if isHere, let removed = removeDeleted(key, stamp) { return removed }
        let edited = isHere ? settleEdit(key) : .none
        // It waits to be deleted.
        if entry.message.delivery.due != nil { return edited + nextHeld(stamp.time) }
        // Only a message that waits is due at some time.
        let waiting = progress(key, to: .waiting)
        return waiting + edited + nextHeld(stamp.time)
    }

    /// Notes that the server has rejected a message.
    mutating func failSending(_ failure: MessageFailure, _ stamp: Stamp) -> Consequences {
        let key = failure.key
        guard let entry = outbox[key], !entry.isPlaced else { return .none }
        outbox[key]?.isAttempted = false
        outbox[key]?.isPosting = false
        // Those that the backend has go on by themselves.
        let released = entry.isPosting ? .none : release(after: entry)
        if let removed = removeDeleted(key, stamp) { return removed }
        var failed = progress(key, to: .failed(reason: failure.reason)) + settleEdit(key) + released
        failed.outcome?.fileProblem = failure.fileProblem
        return failed
    }

    /// Changes the delivery state of a message in the outbox; has no effect on one that the server already has.
    ///
    /// - Parameter position: its new position, if it has one.
    private mutating func progress(
        _ key: MessageKey, to delivery: Message.Delivery, at position: Int64? = nil,
        _ effects: (Message) -> [Effect] = { _ in [] }
    ) -> Consequences {
        guard var entry = outbox[key] else { return .none }
        entry.message.delivery = delivery
        entry.isPosting = delivery == .sending
        if delivery != .sending, delivery != .waiting { entry.message.hold = nil }
        outbox[key] = delivery == .sent ? nil : entry
        withOpen(key.chat) { $0[key.message] = entry.message }
        let outcome = Self.outcome(of: entry.message)
        let settled = delivery == .sending ? [] : settleFile(of: entry.message)
        let change = Consequences(
            saves: [.marked(key.chat, key.message, entry.stored.delivery, at: position)],
            effects: effects(entry.message) + settled, outcome: outcome)
        guard outcome.kind == .sent || outcome.kind == .failed else {
            return change + Consequences(followUps: [queued])
        }
        return change + ended(entry, outcome)
    }

    /// Tells the request that sent a message what became of it.
    private func ended(_ entry: Outbox.Entry, _ outcome: Outcome) -> Consequences {
        var consequences = Consequences(followUps: [queued], outcome: outcome)
        consequences.ends = entry.cause.map { [Consequences.Ending(cause: $0, outcome: outcome)] } ?? []
        return consequences
    }

    private static func outcome(of message: Message) -> Outcome {
        let (kind, reason): (Outcome.Kind, String?) =
            switch message.delivery {
            case .received, .sending, .deleting: (.done, nil)
            case .waiting: (.waiting, message.hold?.reason)
            case .sent: (.sent, nil)
            case .failed(let reason): (.failed, reason)
            }
        return Outcome(kind, reason: reason, chat: message.chat, message: message.id)
    }

    // MARK: Changing what is not sent

    /// Edits a message that the server does not have. If it may have it, the edit waits until it is known.
    mutating func editUnsent(_ edit: MessageEdit, _ stamp: Stamp) -> Consequences {
        let key = edit.key
        outbox[key]?.message.pendingText = edit.text
        outbox[key]?.message.pendingSpans = edit.spans
        if let cause = stamp.cause { outbox[key]?.editCauses.append(cause) }
        guard let entry = outbox[key], entry.mayBeSent else {
            return settleEdit(key) + Consequences(outcome: Outcome(chat: key.chat, message: key.message))
        }
        return keep(entry, Outcome(.waiting, chat: key.chat, message: key.message))
    }

    /// Makes the edit of a message that the server does not have, if there is one.
    private mutating func settleEdit(_ key: MessageKey) -> Consequences {
        guard var entry = outbox[key], let text = entry.message.pendingText else { return .none }
        let known = KnownMessage(position: entry.message.position, isOwn: true, content: entry.message.content)
        (entry.message.text, entry.message.spans) = (text, entry.message.pendingSpans)
        return endEdit(&entry, Outcome(chat: key.chat, message: key.message))
            + recount(key, known, entry.message.content)
    }

    /// Ends the edit that the server was asked for once it had the message; `nil` if there is none.
    mutating func endPlacedEdit(of key: MessageKey, _ outcome: Outcome) -> Consequences? {
        guard var entry = outbox[key], entry.isPlaced else { return nil }
        outbox[key] = nil
        entry.message.delivery = .sent
        return endEdit(&entry, outcome)
            + Consequences(effects: settleFile(of: entry.message), followUps: [queued])
    }

    /// Ends the edit of a message that is deleted.
    mutating func dropEdit(of key: MessageKey) -> Consequences {
        let outcome = Outcome(.ignored, reason: "The message is being deleted.")
        if let ended = endPlacedEdit(of: key, outcome) { return ended }
        guard var entry = outbox[key], entry.message.pendingText != nil else { return .none }
        return endEdit(&entry, outcome)
    }

    private mutating func endEdit(_ entry: inout Outbox.Entry, _ outcome: Outcome) -> Consequences {
        entry.message.pendingText = nil
        entry.message.pendingSpans = []
        var consequences = keep(entry, nil)
        consequences.ends = entry.editCauses.map { Consequences.Ending(cause: $0, outcome: outcome) }
        entry.editCauses = []
        outbox[entry.message.key] = entry
        return consequences
    }

    /// Shows and stores an entry as it is now.
    private mutating func keep(_ entry: Outbox.Entry, _ outcome: Outcome?) -> Consequences {
        withOpen(entry.message.chat) {
            $0[entry.message.id] = entry.message
            $0.refusal = nil
        }
        return Consequences(saves: [.rewritten(entry.stored)], outcome: outcome)
    }

    /// Removes a message that the server does not have.
    mutating func removeUnsent(_ key: MessageKey) -> Consequences {
        guard let entry = outbox[key] else { return .none }
        outbox[key] = nil
        withOpen(key.chat) { $0.remove(key.message) }
        var removed =
            Consequences(
                saves: [.removed(key.chat, key.message)],
                effects: [Effect(.loadEnd(key.chat), .load(.end(key.chat)))] + settleFile(of: entry.message)
                    + findUses(of: entry.message.content.file))
            + ended(entry, Self.deletedUnsent(key))
        removed.ends += entry.editCauses.map { Consequences.Ending(cause: $0, outcome: Self.deletedUnsent(key)) }
        removed.outcome = Outcome(chat: key.chat, message: key.message)
        // What was stopped goes on in the backend.
        return entry.isPosting ? removed : removed + release(after: entry)
    }

    /// Stops the upload of the file of a message, and removes the message. The server may get it nonetheless, if the
    /// upload ends right now.
    mutating func withdraw(_ key: MessageKey) -> Consequences {
        let stop = Effect(.post(key), .stop(Self.deletedUnsent(key)))
        outbox.withdrawn.insert(key)
        return Consequences(effects: [stop]) + removeUnsent(key)
    }

    /// Removes a message that the server does not have, and that was to be deleted once it had it; `nil` for others.
    private mutating func removeDeleted(_ key: MessageKey, _ stamp: Stamp) -> Consequences? {
        guard let ended = endDeletion(of: key, Outcome(chat: key.chat, message: key.message), stamp) else { return nil }
        return ended + removeUnsent(key)
    }

    // MARK: The next run, and the next connection

    /// Restores the outbox of an earlier run. Messages that were being sent wait again, because nobody knows whether
    /// they arrived.
    mutating func restore(_ messages: [Message], _ stamp: Stamp) -> Consequences {
        for var message in messages where outbox[message.key] == nil && deletions[message.key] == nil {
            if case .deleting(let due) = message.delivery {
                // The clock may have been wrong.
                let latest = min(due, stamp.time.later(by: Double(Self.longestDelay)))
                deletions.add(Deletions.Entry(message: message.key, due: latest, causes: []))
                if !MessagePosition.isWaiting(message.position) { continue }
            }
            let isAttempted = message.delivery == .sending || message.delivery.due != nil
            if message.delivery == .sending { message.delivery = .waiting }
            outbox.add(Outbox.Entry(message: message, cause: nil, isAttempted: isAttempted))
        }
        return Consequences(effects: deletions.schedule(after: stamp.time) + [listFiles], followUps: [queued])
    }

    /// Reports what becomes of a message to a request that an earlier run left waiting.
    ///
    /// - Parameters:
    ///   - event: what the request asked for.
    ///   - isStored: whether the message is in the store.
    /// - Returns: the outcome, if the message waits no longer.
    mutating func adopt(_ cause: Cause, _ event: Event, _ key: MessageKey, isStored: Bool) -> Outcome? {
        switch event {
        case .revision(.editing) where outbox[key]?.message.pendingText != nil:
            outbox[key]?.editCauses.append(cause)
        case .revision(.deleting) where deletions[key] != nil: deletions.adopt(cause, key)
        case .message(.sending), .outbox(.retrying):
            guard let entry = outbox[key], !entry.isPlaced else {
                return isStored
                    ? Outcome(.sent, chat: key.chat, message: key.message) : Self.deletedUnsent(key)
            }
            if case .failed = entry.message.delivery { return Self.outcome(of: entry.message) }
            outbox[key]?.cause = cause
        default:
            let reason = "The telex that owned the profile ended before it told the outcome. Check whether it was done."
            return Outcome(.failed, reason: reason, chat: key.chat, message: key.message)
        }
        return nil
    }

    static func deletedUnsent(_ key: MessageKey) -> Outcome {
        Outcome(.ignored, reason: "The message was deleted before it was sent.", chat: key.chat, message: key.message)
    }

    /// Sends the waiting messages, in order, and the read receipts, and asks for the deletions that are due.
    mutating func resume(_ stamp: Stamp) -> Consequences {
        hasConnected = true
        return askDeletions(by: stamp.time) + sendWaiting(stamp) + tellReads() + tellSettings() + tellIgnored()
    }

    /// Sends a waiting message.
    mutating func resend(_ entry: Outbox.Entry) -> Consequences {
        let key = entry.message.key
        let post = { Effect(.post(key), .resend(.post($0)), cause: entry.cause) }
        if entry.message.delivery == .waiting { return progress(key, to: .sending) { [post($0)] } }
        outbox[key]?.isPosting = true
        return Consequences(effects: [post(entry.message)])
    }
}
