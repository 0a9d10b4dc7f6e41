/// Changes that messages make to the summaries of their chats.
extension ChatModel {
    /// Adds a message that was sent or received.
    ///
    /// - Parameters:
    ///   - title: the chat's title, used if the chat is new.
    ///   - windows: the windows that do not show the message.
    mutating func add(
        _ message: Message, title: String? = nil, notifying windows: [WindowID] = []
    ) -> Consequences {
        var chat = chats[message.chat] ?? Chat(id: message.chat, title: title ?? message.chat.text)
        chat.total += 1
        var hasComeBack = false
        if message.kind != .system {
            let moves = !ignored.holds(message.content, isOwn: message.isOwn)
            hasComeBack = moves && chat.comeBack()
            if !message.isOwn {
                if message.position > chat.readUpTo { chat.activity.count(message.content) }
                chat.received = message.id
                chat.receivedUpTo = message.position
            }
            if moves, message.position >= chat.last?.position ?? 0 {
                chat.last = Chat.LastMessage(message)
            }
            chat.activity.advance(to: MessagePosition.order(of: message.position), moves: moves)
        }
        let isNamed = chat.learnName(of: message)
        var consequences = save(chat, effects: hasComeBack && chat.serverSettings != nil ? [tell(chat)] : [])
        if isNamed { consequences.saves.append(.members(chat.id, chat.members)) }
        guard !windows.isEmpty else { return consequences }
        var said = IncomingMessage(
            chat: chat.id, message: message.id, title: chat.title, content: message.content)
        said.senderName = chat.members.senderName(of: message.content, isOwn: message.isOwn)
        consequences.follow(with: .notification(.raised(said, in: windows)))
        return consequences
    }

    /// Applies the new content of a message.
    ///
    /// - Parameter known: its state before.
    mutating func recount(_ key: MessageKey, _ known: KnownMessage, _ content: MessageContent) -> Consequences {
        let (id, message) = (key.chat, key.message)
        var consequences = Consequences(followUps: [
            .notification(.revised(chat: id, message: message, content: content))
        ])
        guard let old = chats[id] else { return consequences }
        var chat = old
        if chat.last?.message == message { chat.last?.content = content.summary }
        if !known.isOwn, known.position > chat.readUpTo { chat.activity.recount(content, before: known.content) }
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
            chat.activity.read(upTo: max(chat.receivedUpTo, chat.gap - 1), unread: UnreadCount())
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
    ///
    /// - Parameters:
    ///   - messages: empty if a gap was found.
    ///   - gap: the position of the chat's last gap, 0 for none.
    mutating func page(_ messages: [Message], in id: ChatID, gap: Int64) -> Consequences {
        var chat = chats[id] ?? Chat(id: id, title: id.text)
        // A gap before the first stored message is not a hole: nothing is missing in between. Unsent messages stay last.
        let isHole = messages.isEmpty && gap > chat.gap && chat.total > outbox.entries.count { $0.message.chat == id }
        chat.gap = gap
        chat.activity.advance(to: gap)
        chat.total += messages.count
        var isNamed = false
        for message in messages where !message.isOwn {
            if chat.learnName(of: message, isLate: true) { isNamed = true }
            if message.position > chat.readUpTo { chat.activity.reveal(message.content) }
            if message.position > chat.receivedUpTo, message.kind != .system {
                chat.received = message.id
                chat.receivedUpTo = message.position
            }
        }
        let last = messages.filter { $0.kind != .system && !ignored.holds($0.content, isOwn: $0.isOwn) }.max {
            $0.position < $1.position
        }
        if let last, last.position > chat.last?.position ?? 0 {
            chat.last = Chat.LastMessage(last)
            chat.activity.advance(to: last.position)
        }
        var consequences = save(chat)
        if isNamed { consequences.saves.append(.members(id, chat.members)) }
        if isHole { consequences.gap = .chat(id) }
        return consequences
    }
}
