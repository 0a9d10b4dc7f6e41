/// Changes that messages make to their chats.
extension ChatModel {
    mutating func receive(_ message: Message, title: String?, notifying windows: [WindowID]) -> Consequences {
        var chat = chats[message.chat] ?? Chat(id: message.chat, title: title ?? message.chat.text)
        chat.total += 1
        if message.kind != .system {
            if !message.isOwn {
                if message.position > chat.readUpTo { chat.count(message.content) }
                chat.received = message.id
                chat.receivedUpTo = message.position
            }
            if message.position >= chat.last?.position ?? 0 {
                chat.last = Chat.LastMessage(message)
            }
            chat.lastOrder = max(chat.lastOrder, MessagePosition.order(of: message.position))
        }
        let isNamed = chat.learnName(of: message)
        var consequences = save(chat)
        if isNamed { consequences.saves.append(.members(chat.id, chat.members)) }
        guard !windows.isEmpty else { return consequences }
        var said = IncomingMessage(
            chat: chat.id, message: message.id, title: chat.title, content: message.content)
        said.senderName = chat.members.senderName(of: message.content)
        consequences.follow(with: .notification(.raised(said, in: windows)))
        return consequences
    }

    /// Applies the position that our message has on the server; it was one of the last in the chat.
    mutating func place(
        _ message: MessageID, in id: ChatID, at position: Int64, _ waiting: Message?
    ) -> Consequences {
        guard var chat = chats[id] else { return .none }
        chat.lastOrder = max(chat.lastOrder, position)
        if chat.last?.message == message {
            chat.last?.position = position
            if let waiting { chat.last = Chat.LastMessage(waiting) }
        }
        return save(chat)
    }

    mutating func revise(
        _ message: MessageID, in id: ChatID, _ known: KnownMessage, _ content: MessageContent
    ) -> Consequences {
        var consequences = Consequences(followUps: [
            .notification(.revised(chat: id, message: message, content: content))
        ])
        guard let old = chats[id] else { return consequences }
        var chat = old
        if chat.last?.message == message { chat.last?.content = content.summary }
        if !known.isOwn, known.position > chat.readUpTo { chat.recount(content, before: known.content) }
        guard chat != old else { return consequences }
        update(chat)
        if chat.unread == 0, old.unread > 0 { consequences.follow(with: .notification(.resolved(chat: id))) }
        consequences.saves = [.chat(chat)]
        return consequences
    }

    /// Forgets a message that was removed.
    mutating func shorten(_ id: ChatID, to last: Chat.LastMessage?) -> Consequences {
        guard var chat = chats[id] else { return .none }
        chat.total = max(0, chat.total - 1)
        chat.last = last
        return save(chat)
    }

    /// Marks the whole chat as read, and tells the server.
    mutating func readAll(_ id: ChatID) -> Consequences {
        guard var chat = chats[id] else { return .ignored(ChatHeading.missing(id)) }
        guard chat.news != nil else { return .ignored("Nothing is unread in the chat \"\(id)\".") }
        guard let last = chat.received else { return .none }
        chat.read(upTo: chat.receivedUpTo, unread: UnreadCount())
        chat.unconfirmedRead = last
        return save(
            chat, effects: [Effect(.markRead(id), .ask(.markRead(id, last)))],
            followUps: [.notification(.resolved(chat: id))])
    }

    /// Marks what was seen as read, and tells the server, unless that would mark messages that were not seen.
    mutating func shown(_ range: MessageRange, first: KnownMessage, last: KnownMessage) -> Consequences {
        guard var chat = chats[range.chat], last.position > chat.readUpTo, chat.hasSeen(allBefore: first) else {
            return .none
        }
        let unread = UnreadCount(messages: last.unreadAfter, mentions: last.mentionsAfter)
        chat.read(upTo: last.position, unread: unread)
        if unread.messages == 0 { chat.unloaded = UnreadCount() }
        chat.unconfirmedRead = range.last
        return save(
            chat, effects: [Effect(.markRead(range.chat), .ask(.markRead(range.chat, range.last)))],
            followUps: unread.messages == 0 ? [.notification(.resolved(chat: range.chat))] : [])
    }

    /// Sends the read receipts that the server does not have yet, in order of position.
    func tellReads() -> Consequences {
        let read = unconfirmed.compactMap { chats[$0] }.sorted { ($0.readUpTo, $0.id) < ($1.readUpTo, $1.id) }
        return Consequences(
            effects: read.compactMap { chat in
                chat.unconfirmedRead.map { Effect(.markRead(chat.id), .resend(.markRead(chat.id, $0))) }
            })
    }

    /// Applies the server's read position; never moves ours back.
    mutating func readElsewhere(_ id: ChatID, upTo position: Int64, unread: UnreadCount) -> Consequences {
        guard var chat = chats[id], position >= chat.readUpTo else { return .none }
        if position == chat.readUpTo {
            guard chat.unconfirmedRead != nil else { return .none }
            chat.unconfirmedRead = nil
            return save(chat)
        }
        chat.unconfirmedRead = nil
        chat.read(upTo: position, unread: unread)
        return save(chat, followUps: unread.messages == 0 ? [.notification(.resolved(chat: id))] : [])
    }

    /// Applies the server's unread count. Any excess over the local count is messages that are not loaded, or events
    /// that are not messages.
    mutating func count(_ counted: UnreadCount, in id: ChatID) -> Consequences {
        guard var chat = chats[id], chat.unconfirmedRead == nil else { return .none }
        chat.unloaded = UnreadCount(
            messages: Self.excess(counted.messages, over: chat.unread),
            mentions: Self.excess(counted.mentions, over: chat.mentions))
        // Messages that the server does not count were read before this device learned of them.
        let isMissing = chat.gap > chat.readUpTo
        var followUps: [Event] = []
        if counted.messages == 0, isMissing {
            chat.read(upTo: max(chat.receivedUpTo, chat.gap - 1), unread: UnreadCount())
            followUps = [.notification(.resolved(chat: id))]
        } else if chat.unloaded.messages == 0, isMissing, chat.readUpTo == 0 {
            chat.readUpTo = chat.gap - 1
        }
        return chat == chats[id] ? .none : save(chat, followUps: followUps)
    }

    /// A server may count anything: what it says is kept small enough to be added up.
    private static func excess(_ counted: Int, over known: Int) -> Int {
        max(0, min(counted, 1_000_000) - known)
    }

    /// Adds messages loaded from before a gap. The server has already counted the unread ones.
    mutating func page(_ messages: [Message], in id: ChatID, gap: Int64, waiting: Int) -> Consequences {
        var chat = chats[id] ?? Chat(id: id, title: id.text)
        // A gap before the first stored message is not a hole: nothing is missing in between.
        let isHole = messages.isEmpty && gap > chat.gap && chat.total > waiting
        chat.gap = gap
        chat.lastOrder = max(chat.lastOrder, gap)
        chat.total += messages.count
        var isNamed = false
        for message in messages where !message.isOwn {
            if chat.learnName(of: message, isLate: true) { isNamed = true }
            if message.position > chat.readUpTo { chat.reveal(message.content) }
            if message.position > chat.receivedUpTo, message.kind != .system {
                chat.received = message.id
                chat.receivedUpTo = message.position
            }
        }
        let last = messages.filter { $0.kind != .system }.max { $0.position < $1.position }
        if let last, last.position > chat.last?.position ?? 0 {
            chat.last = Chat.LastMessage(last)
            chat.lastOrder = max(chat.lastOrder, last.position)
        }
        var consequences = save(chat)
        if isNamed { consequences.saves.append(.members(id, chat.members)) }
        if isHole { consequences.gap = .chat(id) }
        return consequences
    }
}
