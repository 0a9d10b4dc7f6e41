import Foundation

/// Messages of ours that wait although there is a connection. Only their own chats wait for them.
extension ChatModel {
    /// The event that reports how many messages are unsent, and which one holds others up.
    var queued: Event {
        let first = outbox.entries.first { $0.message.hold?.isFirst == true }
        let held = first.flatMap { entry in
            entry.message.hold.map {
                HeldMessage(
                    title: chats[entry.message.chat]?.title ?? entry.message.chat.text, reason: $0.reason)
            }
        }
        return .connection(.queued(count: outbox.count, held: held))
    }

    /// Sends the waiting messages, in order, but for those of chats in which one has to wait longer.
    mutating func sendWaiting(_ stamp: Stamp) -> Consequences {
        var consequences = Consequences.none
        let held = outbox.held(at: stamp.time)
        for entry in outbox.waiting where held[entry.message.chat] == nil { consequences += resend(entry) }
        // The request that triggers resending did not create these messages.
        consequences.outcome = nil
        return consequences + nextHeld(stamp.time)
    }

    /// Has the waiting messages sent when the first one is due.
    func nextHeld(_ now: Date) -> Consequences {
        let next = outbox.held(at: now).values.min()
        return Consequences(effects: next.map { [Effect(.nextHeld, .wake(at: $0, .outbox(.cameDue)))] } ?? [])
    }

    /// Sends the messages that were sent after one, if it has held them up until now.
    mutating func release(after entry: Outbox.Entry) -> Consequences {
        guard entry.message.hold?.isFirst == true else { return .none }
        for follower in outbox.entries where follower.message.chat == entry.message.chat {
            outbox[follower.message.key]?.message.hold = nil
        }
        return Consequences(followUps: [.outbox(.cameDue)])
    }
}
