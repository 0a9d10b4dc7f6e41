import Foundation

/// Deletions that the server has not made yet. They are stored, and outlive the program.
extension ChatModel {
    /// The longest delay of a deletion, in seconds.
    static let longestDelay = 24 * 60 * 60

    /// Asks the server to delete our message, after the delay, and once it has it. A message that it cannot have is
    /// removed here, and the upload of its file stopped.
    mutating func wishDeletion(_ deletion: MessageDeletion, _ stamp: Stamp) -> Consequences {
        let (key, delay) = (deletion.key, deletion.delay)
        if let stopped = stopTaking(key, Self.deletedUnsent(key)) { return stopped }
        if let refused = refuseRevision(key, stamp) { return refused }
        if outbox[key]?.mayBeSent == false { return removeUnsent(key) }
        if outbox[key]?.isUploading == true { return withdraw(key) }
        if delay < 0 || delay > Self.longestDelay {
            return refuse(key.chat, "A deletion can wait for 0 to \(Self.longestDelay) seconds.", in: stamp.window)
        }
        let due = stamp.time.later(by: TimeInterval(delay))
        let before = deletions[key]
        if let before, before.isAsked || before.due <= due {
            return .ignored("The message is already being deleted.")
        }
        let causes = (before?.causes ?? []) + (stamp.cause.map { [$0] } ?? [])
        // An edit that the server has been asked for makes no difference any more.
        let edit = endPlacedEdit(of: key, Outcome(.ignored, reason: "The message is being deleted.")) ?? .none
        let isAsked = delay == 0 && outbox[key] == nil
        deletions.add(Deletions.Entry(message: key, due: due, causes: causes, isAsked: isAsked))
        let change = mark(key, .deleting(at: due))
        if isAsked { show(key, .deleting(at: .distantPast)) }
        let effects = isAsked ? Self.ask(to: Effect.Work.ask, key) : []
        return edit + change
            + Consequences(
                effects: effects + deletions.schedule(after: stamp.time),
                outcome: Outcome(isAsked ? .done : .waiting, chat: key.chat, message: key.message))
    }

    /// Undoes the wish to delete a message.
    mutating func keep(_ key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let entry = deletions[key] else {
            return .ignored("The message \"\(key.message)\" is not being deleted.")
        }
        if entry.isAsked { return .refused("It is too late: the server has been asked to delete the message.") }
        return endDeletion(of: key, Outcome(.ignored, reason: "The deletion was undone."), stamp) ?? .none
    }

    /// Asks the server for the deletions that are due.
    mutating func askDeletions(by now: Date) -> Consequences {
        let isFlushed = deletions.isFlushed
        // A program that ends waits for the answer.
        let effects = takeDue(by: now).flatMap { entry in
            Self.ask(to: isFlushed ? Effect.Work.ask : Effect.Work.resend, entry.message, cause: entry.causes.last)
        }
        return Consequences(effects: effects + deletions.schedule(after: now))
    }

    /// The effects that ask for a deletion. Edits that have no answer yet make no difference any more.
    private static func ask(
        to work: (BackendRequest) -> Effect.Work, _ key: MessageKey, cause: Cause? = nil
    ) -> [Effect] {
        let stop = Outcome(.ignored, reason: "The message is being deleted.")
        return [
            Effect(.revise(key), .stop(stop)),
            Effect(.revise(key), work(.delete(key.chat, key.message)), cause: cause),
        ]
    }

    /// Asks the server for the deletions in a chat, whenever they are due, because we are leaving it.
    mutating func hurryDeletions(in chat: ChatID, _ stamp: Stamp) -> Consequences {
        guard deletions.hurry(in: chat, at: stamp.time) else { return .none }
        return askDeletions(by: stamp.time)
    }

    /// Asks the server for all deletions, whenever they are due. The program waits for the answers.
    mutating func flushDeletions(_ stamp: Stamp) -> Consequences {
        deletions.flush(at: stamp.time)
        return askDeletions(by: stamp.time)
    }

    /// Leaves a deletion for the next connection.
    mutating func postponeDeletion(_ key: MessageKey) -> Consequences {
        if let due = deletions.postpone(key) { show(key, .deleting(at: due)) }
        return Consequences(outcome: Outcome(.waiting, chat: key.chat, message: key.message))
    }

    /// Ends a deletion, and tells its request the outcome; `nil` if the message was not being deleted.
    mutating func endDeletion(of key: MessageKey, _ outcome: Outcome, _ stamp: Stamp) -> Consequences? {
        guard let entry = deletions.remove(key) else { return nil }
        var consequences = mark(key, outbox[key].map { $0.isPosting ? .sending : .waiting } ?? .sent)
        consequences.effects = deletions.schedule(after: stamp.time)
        consequences.ends = entry.causes.map { Consequences.Ending(cause: $0, outcome: outcome) }
        return consequences
    }

    private mutating func mark(_ key: MessageKey, _ delivery: Message.Delivery) -> Consequences {
        show(key, delivery)
        outbox[key]?.message.delivery = delivery
        let change = Consequences(saves: [.marked(key.chat, key.message, outbox[key]?.stored.delivery ?? delivery)])
        return outbox[key] == nil
            ? change : change + Consequences(followUps: [queued])
    }

    private mutating func show(_ key: MessageKey, _ delivery: Message.Delivery) {
        withOpen(key.chat) { $0[key.message]?.delivery = delivery }
    }

    /// Marks the deletions that are due by `now` as asked, so that they cannot be undone.
    private mutating func takeDue(by now: Date) -> [Deletions.Entry] {
        let due = deletions.takeDue(by: now) { outbox[$0] == nil }
        for entry in due { show(entry.message, .deleting(at: .distantPast)) }
        return due
    }
}
