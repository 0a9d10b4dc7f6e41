/// Sending and receiving messages.
extension ChatModel {
    // MARK: Sending

    /// - Parameter file: the file that was read for it, if it has one.
    mutating func send(_ outgoing: OutgoingMessage, file: MessageFile? = nil, _ stamp: Stamp) -> Consequences {
        let chat = outgoing.chat
        if let id = outgoing.message { transfers.endTaking(MessageKey(chat: chat, message: id)) }
        if let id = outgoing.message, isKnown(id, in: chat, stamp) {
            return .ignored("The chat already has a message \"\(id)\".")
        }
        if isMissing(chat) { return refuse(ChatHeading.missing(chat), of: chat, in: stamp.window) }
        if let barrier = heading(of: chat)?.barrier { return refuse(barrier, of: chat, in: stamp.window) }
        if let refusal = MessageUseCase.refusal(of: outgoing, hasFile: file != nil || outgoing.path != nil) {
            return refuse(chat, refusal, in: stamp.window)
        }
        if let replyTo = outgoing.replyTo {
            let answered = stamp.answered.first { $0.chat == chat && $0.message == replyTo }
            if let refusal = refusalToAnswer(MessageKey(chat: chat, message: replyTo), answered?.content) {
                return refuse(chat, refusal, in: stamp.window)
            }
        }
        if outgoing.draft != nil, chats[chat]?.draft.isEmpty == true {
            return refuse(chat, MessageUseCase.noDraft, in: stamp.window)
        }
        if outgoing.path != nil { return take(outgoing, stamp) }
        var message = MessageUseCase.message(outgoing, file: file, stamp)
        // Waiting messages of the chat are sent first.
        let mustWait = outbox.hasWaiting(in: chat)
        if mustWait { (message.delivery, message.hold) = (.waiting, outbox.hold(in: chat)) }
        outbox.add(Outbox.Entry(message: message, cause: stamp.cause, isPosting: !mustWait))
        withOpen(chat) {
            $0.learn(stamp.answered)
            $0.send(message)
        }
        let sending = Consequences(
            saves: [.message(message)],
            effects: mustWait ? [] : [Effect(.post(message.key), .ask(.post(message)))],
            followUps: [queued],
            outcome: Outcome(
                mustWait ? .waiting : .done, reason: message.hold?.reason, chat: chat, message: message.id))
        let draft = outgoing.draft.map { takeDraft($0, of: chat) } ?? .none
        return draft + sending + add(message) + returnToEnd(of: chat, in: stamp.window)
    }

    /// Refuses to send to a chat that accepts no messages; its screen already shows why.
    mutating func refuse(_ barrier: String, of chat: ChatID, in window: WindowID) -> Consequences {
        if windows[window].chat?.id == chat { windows[window].chat?.countRefusal() }
        return .refused(barrier)
    }

    /// Shows in a chat why something was refused, or has failed.
    mutating func refuse(
        _ chat: ChatID, _ reason: String, _ kind: Outcome.Kind = .refused, _ problem: FileProblem? = nil,
        in window: WindowID
    ) -> Consequences {
        windows[window].refuse(chat, reason)
        return Consequences(outcome: Outcome(kind, reason: reason, fileProblem: problem))
    }

    // MARK: Receiving

    mutating func receive(
        _ incoming: IncomingMessage, _ stamp: Stamp, position: Int64? = nil, notifies: Bool = true
    ) -> Consequences {
        if let id = incoming.message, isKnown(id, in: incoming.chat, stamp) {
            return incoming.isOwn
                ? place(MessageKey(chat: incoming.chat, message: id), at: position ?? stamp.order, stamp)
                : .ignored("The chat already has a message \"\(id)\".")
        }
        var message = message(incoming, stamp, position: position ?? stamp.order)
        let isWithdrawn = message.isOwn && outbox.withdrawn.remove(message.key) != nil
        if isWithdrawn {
            message.delivery = .deleting(at: stamp.time)
            deletions.add(Deletions.Entry(message: message.key, due: stamp.time, causes: []))
        }
        withOpen(incoming.chat) {
            $0.learn(stamp.answered)
            $0.add(message)
            if !message.isOwn { $0.endTyping(message.sender) }
        }
        let isMuted = chats[message.chat]?.settings.mutes(message.attention) ?? false
        let notifies = notifies && !message.isOwn && message.attention != .silent && !isMuted
        let notified = notifies ? windows.all { !$0.isWatching(message.chat) } : []
        let received = Consequences(
            saves: [.message(message)], outcome: Outcome(chat: message.chat, message: message.id))
        return received + add(message, title: incoming.title, notifying: notified)
            + (isWithdrawn ? askDeletions(by: stamp.time) : .none)
    }

    /// A message from the network, as it is stored.
    func message(_ incoming: IncomingMessage, _ stamp: Stamp, position: Int64) -> Message {
        var message = MessageUseCase.incoming(incoming, stamp, position: position)
        if ignored.holds(message.content, isOwn: message.isOwn) { message.content.attention = .silent }
        return message
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
            consequences =
                Consequences(saves: [.gap(chat, at: position, token: token)]) + page([], in: chat, gap: position)
        }
        var seen: Set<MessageID> = []
        for message in messages where message.chat == chat {
            defer { position += 1 }
            if let id = message.message, !seen.insert(id).inserted { continue }
            consequences += receive(message, stamp, position: position, notifies: hasConnected)
        }
        // Duplicates are expected in a sync.
        consequences.outcome = nil
        return consequences
    }

    // MARK: The open chats

    /// Tells the other party that we are typing.
    func tellTyping(in chat: ChatID, _ window: WindowID) -> Consequences {
        guard windows[window].chat?.id == chat else { return .ignored("The chat \"\(chat)\" is not open.") }
        guard chats[chat]?.own.sendsReceipts(byDefault: sendsReceipts) ?? sendsReceipts else { return .none }
        return Consequences(effects: [Effect(.typing(window), .ask(.typing(chat)))])
    }

    /// Notes whether the user looks at a window. What notified while that was not so is on the screen then.
    mutating func focus(_ isFocused: Bool, in window: WindowID) -> Consequences {
        windows[window].isUnfocused = !isFocused
        guard let chat = windows[window].chat, windows[window].isWatching(chat.id) else { return .none }
        return Consequences(followUps: [.notification(.dismissing(chat: chat.id))])
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
