/// The outbox and the open chats. Only this model changes them.
struct MessageModel: WindowKeeping {
    private(set) var outbox = Outbox()
    var deletions = Deletions()
    /// The reactions that have notified in this run, so that none does it again after it was taken back.
    var notified = NotifiedReactions()
    /// Whether there has been a connection in this run.
    private(set) var hasConnected = false
    var windows = Windows(MessageWindow())
    /// The windows that show a chat, in the order in which they opened it. The last one has the live channel.
    var openings: [WindowID] = []

    // MARK: Sending

    /// - Parameter barrier: why nothing can be sent to the chat, whose screen shows it; `nil` if sending is possible.
    mutating func send(_ outgoing: OutgoingMessage, _ barrier: String?, _ stamp: Stamp) -> Consequences {
        let chat = outgoing.chat
        if let id = outgoing.message, isKnown(id, in: chat, stamp) {
            return .ignored("The chat already has a message \"\(id)\".")
        }
        if let barrier { return refuse(barrier, of: chat, in: stamp.window) }
        if let refusal = MessageUseCase.refusal(of: outgoing) {
            return refuse(chat, refusal, in: stamp.window)
        }
        if let replyTo = outgoing.replyTo {
            let answered = stamp.answered.first { $0.chat == chat && $0.message == replyTo }
            if let refusal = refusalToAnswer(MessageKey(chat: chat, message: replyTo), answered?.content) {
                return refuse(chat, refusal, in: stamp.window)
            }
        }
        var message = MessageUseCase.message(outgoing, stamp)
        // Waiting messages are sent first.
        let mustWait = outbox.hasWaiting
        if mustWait { message.delivery = .waiting }
        outbox.add(message, cause: stamp.cause)
        withOpen(chat) {
            $0.learn(stamp.answered)
            $0.send(message)
        }
        let sending = Consequences(
            saves: [.message(message)],
            effects: mustWait ? [] : [Effect(.post(message.key), .ask(.post(message)))],
            followUps: [
                .activity(.messaged(message, title: nil, notifying: [])),
                .connection(.queued(count: outbox.count)),
            ], outcome: Outcome(mustWait ? .waiting : .done, chat: chat, message: message.id))
        return sending + returnToEnd(of: chat, in: stamp.window)
    }

    /// Refuses to send to a chat that accepts no messages; its screen already shows why.
    private mutating func refuse(_ barrier: String, of chat: ChatID, in window: WindowID) -> Consequences {
        if windows[window].chat?.id == chat { windows[window].chat?.countRefusal() }
        return .refused(barrier)
    }

    /// Shows in a chat why something was refused, or has failed.
    mutating func refuse(
        _ chat: ChatID, _ reason: String, _ kind: Outcome.Kind = .refused, in window: WindowID
    ) -> Consequences {
        windows[window].refuse(chat, reason)
        return Consequences(outcome: Outcome(kind, reason: reason))
    }

    mutating func retry(_ key: MessageKey, _ barrier: String?, _ stamp: Stamp) -> Consequences {
        guard case .failed = outbox[key]?.message.delivery else {
            return .ignored("No message \"\(key.message)\" of this chat has failed.")
        }
        if let barrier { return refuse(barrier, of: key.chat, in: stamp.window) }
        outbox.hand(key, to: stamp.cause)
        if outbox.hasWaiting { return progress(key, to: .waiting) }
        return progress(key, to: .sending) { [Effect(.post($0.key), .ask(.post($0)))] }
    }

    /// Marks our message as sent, at the position that it has on the server.
    mutating func place(_ key: MessageKey, at position: Int64) -> Consequences {
        guard outbox[key] != nil else { return .none }
        let (chat, id) = (key.chat, key.message)
        var consequences = progress(key, to: .sent)
        withOpen(chat) { $0.move(id, to: position) }
        consequences.saves.append(.moved(chat, id, to: position))
        consequences.follow(
            with: .activity(.placed(chat: chat, message: id, at: position, waiting: outbox.last(of: chat))))
        return consequences
    }

    /// Changes the delivery state of a message in the outbox; has no effect on one that the server already has.
    mutating func progress(
        _ key: MessageKey, to delivery: Message.Delivery, _ effects: (Message) -> [Effect] = { _ in [] }
    ) -> Consequences {
        let cause = outbox[key]?.cause
        guard let message = outbox.update(key, to: delivery) else { return .none }
        withOpen(key.chat) { $0[key.message] = message }
        let outcome = Self.outcome(of: message)
        var consequences = Consequences(
            saves: [.marked(key.chat, key.message, delivery)],
            effects: effects(message),
            followUps: [.connection(.queued(count: outbox.count))],
            outcome: outcome)
        if let cause, outcome.kind == .sent || outcome.kind == .failed {
            consequences.ends = [Consequences.Ending(cause: cause, outcome: outcome)]
        }
        return consequences
    }

    private static func outcome(of message: Message) -> Outcome {
        let (kind, reason): (Outcome.Kind, String?) =
            switch message.delivery {
            case .received, .sending: (.done, nil)
            case .waiting: (.waiting, nil)
            case .sent: (.sent, nil)
            case .failed(let reason): (.failed, reason)
            // Only what the server does not have is in the outbox.
            case .deleting: (.sent, nil)
            }
        return Outcome(kind, reason: reason, chat: message.chat, message: message.id)
    }

    // MARK: The outbox

    /// Restores the outbox of an earlier run. Messages that were being sent wait again, because nobody knows whether
    /// they arrived.
    mutating func restore(_ messages: [Message], _ stamp: Stamp) -> Consequences {
        for var message in messages where outbox[message.key] == nil && deletions[message.key] == nil {
            if case .deleting(let due) = message.delivery {
                // The clock may have been wrong.
                let latest = stamp.time.later(by: Double(Self.longestDelay))
                deletions.add(Deletions.Entry(message: message.key, due: min(due, latest), causes: []))
                continue
            }
            if message.delivery == .sending { message.delivery = .waiting }
            outbox.add(message, cause: nil)
        }
        return Consequences(
            effects: deletions.schedule(after: stamp.time), followUps: [.connection(.queued(count: outbox.count))])
    }

    /// Sends the waiting messages, in order, and asks for the deletions that are due.
    mutating func resume(_ stamp: Stamp) -> Consequences {
        hasConnected = true
        var consequences = askDeletions(by: stamp.time)
        for entry in outbox.waiting {
            consequences =
                consequences
                + progress(entry.message.key, to: .sending) {
                    [Effect(.post($0.key), .resend(.post($0)), cause: entry.cause)]
                }
        }
        // The request that triggers resending did not create these messages.
        consequences.outcome = nil
        return consequences
    }

    // MARK: Receiving

    mutating func receive(
        _ incoming: IncomingMessage, _ stamp: Stamp, position: Int64? = nil, notifies: Bool = true
    ) -> Consequences {
        if let id = incoming.message, isKnown(id, in: incoming.chat, stamp) {
            return incoming.isOwn
                ? place(MessageKey(chat: incoming.chat, message: id), at: position ?? stamp.order)
                : .ignored("The chat already has a message \"\(id)\".")
        }
        let message = MessageUseCase.incoming(incoming, stamp, position: position ?? stamp.order)
        withOpen(incoming.chat) {
            $0.learn(stamp.answered)
            $0.add(message)
            if !message.isOwn { $0.endTyping(message.sender) }
        }
        let notifies = notifies && !message.isOwn && message.attention != .silent
        let notified = notifies ? windows.all { !$0.showsEnd(of: message.chat) } : []
        let activity = ActivityEvent.messaged(message, title: incoming.title, notifying: notified)
        return Consequences(
            saves: [.message(message)], followUps: [.activity(activity)],
            outcome: Outcome(chat: message.chat, message: message.id))
    }

    private func isKnown(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Bool {
        stamp.known[id] != nil || outbox[MessageKey(chat: chat, message: id)] != nil
    }

    /// Applies the messages of a sync. Before the first connection of this run, only the badge counts them and nothing
    /// notifies.
    mutating func sync(_ history: SyncedHistory, _ stamp: Stamp) -> Consequences {
        let (chat, messages) = (history.chat, history.messages)
        var consequences = Consequences.none
        var position = stamp.order
        // If the first message is already stored, nothing is missing before it.
        if let token = history.before, messages.first?.message.flatMap({ placed($0, stamp) }) == nil {
            position += HistoryGap.room
            withOpen(chat) { [position] in $0.begin(at: position, token: token) }
            consequences.saves.append(.gap(chat, at: position, token: token))
            let waiting = outbox.entries.count { $0.message.chat == chat }
            consequences.follow(
                with: .activity(.paged(chat: chat, messages: [], gap: position, waiting: waiting)))
        }
        var seen: Set<MessageID> = []
        for message in messages where message.chat == chat {
            defer { position += 1 }
            if let id = message.message, !seen.insert(id).inserted { continue }
            consequences = consequences + receive(message, stamp, position: position, notifies: hasConnected)
        }
        // Duplicates are expected in a sync.
        consequences.outcome = nil
        return consequences
    }

    // MARK: Reading

    /// Returns a message that the server has placed. A mark on a waiting message says nothing about the others.
    private func placed(_ id: MessageID, _ stamp: Stamp) -> KnownMessage? {
        stamp.known[id].flatMap { MessagePosition.isWaiting($0.position) ? nil : $0 }
    }

    private static func unplaced(_ id: MessageID) -> Consequences {
        .ignored("The chat has no message \"\(id)\" from the server.")
    }

    func readElsewhere(upTo key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let known = placed(key.message, stamp) else { return Self.unplaced(key.message) }
        let unread = UnreadCount(messages: known.unreadAfter, mentions: known.mentionsAfter)
        let read = ActivityEvent.readElsewhere(chat: key.chat, upTo: known.position, unread: unread)
        return Consequences(followUps: [.activity(read)])
    }

    mutating func deliver(upTo key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let known = placed(key.message, stamp) else { return Self.unplaced(key.message) }
        withOpen(key.chat) { $0.deliveredUpTo = max($0.deliveredUpTo, known.position) }
        return Consequences(saves: [.delivered(key.chat, upTo: known.position)])
    }

    mutating func otherReads(upTo key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let known = placed(key.message, stamp) else { return Self.unplaced(key.message) }
        withOpen(key.chat) { $0.otherReadUpTo = max($0.otherReadUpTo, known.position) }
        return Consequences(saves: [.otherRead(key.chat, upTo: known.position)])
    }

    // MARK: The open chats

    /// Tells the other party that we are typing.
    func tellTyping(in chat: ChatID, _ window: WindowID) -> Consequences {
        guard windows[window].chat?.id == chat else { return .ignored("The chat \"\(chat)\" is not open.") }
        return Consequences(effects: [Effect(.typing(window), .ask(.typing(chat)))])
    }

    mutating func beginTyping(_ typist: Typist) { withOpen(typist.chat) { $0.beginTyping(typist.sender) } }

    mutating func endTyping(_ typist: Typist) { withOpen(typist.chat) { $0.endTyping(typist.sender) } }

    /// Changes the chat in every window in which it is open.
    mutating func withOpen(_ chat: ChatID, _ change: (inout OpenChat) -> Void) {
        windows.update {
            $0.chat?.id == chat
        } _: {
            change(&$0.chat!)
        }
    }
}
