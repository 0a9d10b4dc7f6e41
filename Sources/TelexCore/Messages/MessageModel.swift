/// The state of the open chat and of the outbox, and the only code that changes it.
struct MessageModel {
    private(set) var open: OpenChat?
    private(set) var outbox = Outbox()
    /// Whether there has been a connection in this run.
    private var hasConnected = false
    /// What was refused in a chat that is about to open.
    private var refused: (chat: ChatID, reason: String)?

    // MARK: Sending

    mutating func send(_ text: String, in chat: ChatID, id: MessageID?, _ stamp: Stamp) -> Consequences {
        if let id, isKnown(id, in: chat, stamp) { return .none }
        if let refusal = MessageUseCase.refusal(of: text) {
            return refuse(chat, refusal)
        }
        var message = MessageUseCase.outgoing(text, in: chat, id: id, stamp)
        // What waits goes out first.
        let mustWait = outbox.hasWaiting
        if mustWait { message.delivery = .waiting }
        outbox.add(message, cause: stamp.cause)
        withOpen(chat) {
            $0.add(message)
            $0.inputRevision += 1
            $0.error = nil
            $0.refusal = nil
        }
        return Consequences(
            saves: [.message(message)],
            effects: mustWait ? [] : [Effect(.post(message.key), .ask(.post(message)))],
            followUps: [
                .activity(.messaged(message, contact: nil, notifies: false)),
                .connection(.queued(count: outbox.count)),
            ])
    }

    /// What was refused is to be seen, in a chat that was not open, too.
    mutating func refuse(_ chat: ChatID, _ reason: String) -> Consequences {
        if open?.id == chat {
            withOpen(chat) { $0.refusal = reason }
            return .none
        }
        refused = (chat, reason)
        return Consequences(followUps: [.screen(.opened(.messages(chat)))])
    }

    mutating func retry(_ id: MessageID, in chat: ChatID) -> Consequences {
        guard case .failed = outbox[MessageKey(chat: chat, message: id)]?.message.delivery else { return .none }
        if outbox.hasWaiting { return progress(id, in: chat, to: .waiting) }
        return progress(id, in: chat, to: .sending) { [Effect(.post($0.key), .ask(.post($0)))] }
    }

    /// Notes how far a message of ours has got; one that the server has already does not go back.
    mutating func progress(
        _ id: MessageID, in chat: ChatID, to delivery: Message.Delivery, _ effects: (Message) -> [Effect] = { _ in [] }
    ) -> Consequences {
        let key = MessageKey(chat: chat, message: id)
        guard let message = outbox.update(key, to: delivery) else { return .none }
        withOpen(chat) { $0[id] = message }
        return Consequences(
            saves: [.message(message)],
            effects: effects(message),
            followUps: [.connection(.queued(count: outbox.count))])
    }

    // MARK: The outbox

    /// Takes in what an earlier run left; what was on its way then waits now, for nobody knows whether it arrived.
    mutating func restore(_ messages: [Message]) -> Consequences {
        for var message in messages where outbox[message.key] == nil {
            if message.delivery == .sending { message.delivery = .waiting }
            outbox.add(message, cause: nil)
        }
        return Consequences(followUps: [.connection(.queued(count: outbox.count))])
    }

    /// Sends what waits, in order.
    mutating func resume() -> Consequences {
        hasConnected = true
        var consequences = Consequences.none
        for entry in outbox.waiting {
            consequences =
                consequences
                + progress(entry.message.id, in: entry.message.chat, to: .sending) {
                    [Effect(.post($0.key), .resend(.post($0)), cause: entry.cause)]
                }
        }
        return consequences
    }

    // MARK: Receiving

    mutating func receive(
        _ incoming: IncomingMessage, _ stamp: Stamp, offset: Int64 = 0, notifies: Bool = true
    ) -> Consequences {
        if let id = incoming.message, isKnown(id, in: incoming.chat, stamp) {
            return incoming.isOwn ? progress(id, in: incoming.chat, to: .sent) : .none
        }
        let message = MessageUseCase.incoming(incoming, stamp, offset: offset)
        withOpen(incoming.chat) {
            $0.add(message)
            if message.isOwn { return }
            $0.hasUnread = true
            $0.endTyping(message.author)
        }
        let notifies = notifies && !message.isOwn && open?.id != incoming.chat
        let activity = ActivityEvent.messaged(message, contact: incoming.contact, notifies: notifies)
        return Consequences(saves: [.message(message)], followUps: [.activity(activity)])
    }

    private func isKnown(_ id: MessageID, in chat: ChatID, _ stamp: Stamp) -> Bool {
        stamp.known[id] != nil || open?[id]?.chat == chat || outbox[MessageKey(chat: chat, message: id)] != nil
    }

    /// Takes in what the server has. Of what came before this run nobody is notified: the badge tells it.
    mutating func sync(_ messages: [IncomingMessage], in chat: ChatID, _ stamp: Stamp) -> Consequences {
        var consequences = Consequences.none
        var seen: Set<MessageID> = []
        for (offset, message) in messages.enumerated() where message.chat == chat {
            if let id = message.message, !seen.insert(id).inserted { continue }
            consequences = consequences + receive(message, stamp, offset: Int64(offset), notifies: hasConnected)
        }
        return consequences
    }

    // MARK: Reading

    mutating func readAll(_ chat: ChatID) -> Consequences {
        withOpen(chat) { $0.hasUnread = false }
        return Consequences(followUps: [.activity(.readAll(chat: chat))])
    }

    mutating func readElsewhere(_ chat: ChatID, upTo id: MessageID, _ stamp: Stamp) -> Consequences {
        guard let known = stamp.known[id] else { return .none }
        if known.receivedAfter == 0 { withOpen(chat) { $0.hasUnread = false } }
        let read = ActivityEvent.readElsewhere(chat: chat, upTo: known.position, unread: known.receivedAfter)
        return Consequences(followUps: [.activity(read)])
    }

    mutating func deliver(_ chat: ChatID, upTo id: MessageID, _ stamp: Stamp) -> Consequences {
        guard let known = stamp.known[id] else { return .none }
        withOpen(chat) { $0.deliveredUpTo = max($0.deliveredUpTo, known.position) }
        return Consequences(saves: [.delivered(chat, upTo: known.position)])
    }

    mutating func otherReads(_ chat: ChatID, upTo id: MessageID, _ stamp: Stamp) -> Consequences {
        guard let known = stamp.known[id] else { return .none }
        withOpen(chat) { $0.otherReadUpTo = max($0.otherReadUpTo, known.position) }
        return Consequences(saves: [.otherRead(chat, upTo: known.position)])
    }

    // MARK: The window

    mutating func open(_ chat: ChatID, _ contact: String) -> Consequences {
        open = OpenChat(id: chat, contact: contact)
        if let refused, refused.chat == chat { open?.refusal = refused.reason }
        refused = nil
        return Consequences(effects: [
            Effect(.loadHistory, .load(.history(chat, before: nil, limit: OpenChat.page))),
            Effect(.socket, .hold(.socket(chat))),
        ])
    }

    mutating func close(_ chat: ChatID) -> Consequences {
        guard open?.id == chat else { return .none }
        open = nil
        return Consequences(effects: [Effect(.loadHistory, .cancel), Effect(.socket, .cancel)])
    }

    mutating func loadOlder(_ chat: ChatID) -> Consequences {
        guard let window = open, window.id == chat, window.hasOlder, !window.isBusy else { return .none }
        withOpen(chat) {
            $0.grow()
            $0.isBusy = true
        }
        let query = StoreQuery.history(chat, before: window.messages.first?.position, limit: OpenChat.page)
        return Consequences(effects: [Effect(.loadHistory, .load(query))])
    }

    mutating func load(_ page: HistoryPage) { withOpen(page.chat) { $0.merge(page) } }

    mutating func failLoading(_ chat: ChatID, _ reason: String) {
        withOpen(chat) {
            $0.isBusy = false
            $0.error = reason
        }
    }

    /// Takes the name; a chat that could not be shown, because nobody knew it, can be now.
    mutating func rename(_ chat: ChatID, to contact: String) -> Consequences {
        withOpen(chat) { $0.contact = contact }
        guard open?.id == chat, open?.error != nil else { return .none }
        return Consequences(effects: [
            Effect(.loadHistory, .load(.history(chat, before: nil, limit: OpenChat.page)))
        ])
    }

    /// Has the other told that we are typing.
    func tellTyping(in chat: ChatID) -> Consequences {
        open?.id == chat ? Consequences(effects: [Effect(.typing, .ask(.typing(chat)))]) : .none
    }

    mutating func beginTyping(_ author: String?, in chat: ChatID) { withOpen(chat) { $0.beginTyping(author) } }

    mutating func endTyping(_ author: String?, in chat: ChatID) { withOpen(chat) { $0.endTyping(author) } }

    mutating func withOpen(_ chat: ChatID, _ change: (inout OpenChat) -> Void) {
        if open?.id == chat { change(&open!) }
    }
}
