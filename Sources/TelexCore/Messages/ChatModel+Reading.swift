/// What we have read of the chats, and what others have received and read.
extension ChatModel {
    /// Marks the whole chat as read, and tells the server.
    mutating func readAll(_ id: ChatID) -> Consequences {
        guard var chat = chats[id] else { return .ignored(ChatHeading.missing(id)) }
        if chat.activity.news == nil, chat.settings.isMarkedUnread { return unmarkUnread(id) }
        guard chat.activity.news != nil else { return .ignored("Nothing is unread in the chat \"\(id)\".") }
        guard let last = chat.received else { return .none }
        chat.activity.read(upTo: chat.receivedUpTo, unread: UnreadCount())
        chat.unconfirmedRead = last
        return save(
            chat, effects: [Effect(.markRead(id), .ask(markRead(last, in: chat)))],
            followUps: [.notification(.resolved(chat: id))]) + unmarkUnread(id)
    }

    /// Marks what was seen as read, and tells the server, unless that would mark messages that were not seen.
    mutating func shown(_ range: MessageRange, _ stamp: Stamp) -> Consequences {
        guard let first = placed(range.first, stamp) else { return Self.unplaced(range.first) }
        guard let last = placed(range.last, stamp) else { return Self.unplaced(range.last) }
        return unmarkUnread(range.chat) + see(range, from: first, to: last, in: stamp.window)
    }

    private mutating func see(
        _ range: MessageRange, from first: KnownMessage, to last: KnownMessage, in window: WindowID
    ) -> Consequences {
        guard var chat = chats[range.chat] else { return .none }
        if let news = chat.activity.news, !news.begin(with: first), windows[window].chat?.id == chat.id {
            windows[window].chat?.miss(news)
        }
        guard last.position > chat.readUpTo, chat.activity.hasSeen(allBefore: first) else { return .none }
        let unread = UnreadCount(messages: last.unreadAfter, mentions: last.mentionsAfter)
        chat.activity.read(upTo: last.position, unread: unread)
        if unread.messages == 0 { chat.unloaded = UnreadCount() }
        chat.unconfirmedRead = range.last
        return save(
            chat, effects: [Effect(.markRead(range.chat), .ask(markRead(range.last, in: chat)))],
            followUps: unread.messages == 0 ? [.notification(.resolved(chat: range.chat))] : [])
    }

    private func markRead(_ message: MessageID, in chat: Chat) -> BackendRequest {
        .markRead(chat.id, message, isPrivate: !chat.own.sendsReceipts(byDefault: sendsReceipts))
    }

    /// Sends the read receipts that the server does not have yet, in order of position.
    func tellReads() -> Consequences {
        let read = unconfirmed.compactMap { chats[$0] }.sorted { ($0.readUpTo, $0.id) < ($1.readUpTo, $1.id) }
        return Consequences(
            effects: read.compactMap { chat in
                chat.unconfirmedRead.map { Effect(.markRead(chat.id), .resend(markRead($0, in: chat))) }
            })
    }

    /// Applies the server's read position; never moves ours back.
    mutating func readElsewhere(upTo key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let known = placed(key.message, stamp) else { return Self.unplaced(key.message) }
        guard var chat = chats[key.chat], known.position >= chat.readUpTo else { return .none }
        if known.position == chat.readUpTo {
            guard chat.unconfirmedRead != nil else { return .none }
            chat.unconfirmedRead = nil
            return save(chat)
        }
        chat.unconfirmedRead = nil
        chat.activity.read(
            upTo: known.position, unread: UnreadCount(messages: known.unreadAfter, mentions: known.mentionsAfter))
        return save(chat, followUps: known.unreadAfter == 0 ? [.notification(.resolved(chat: key.chat))] : [])
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

    /// Returns a message that the server has placed. A mark on a waiting message says nothing about the others.
    func placed(_ id: MessageID, _ stamp: Stamp) -> KnownMessage? {
        stamp.known[id].flatMap { MessagePosition.isWaiting($0.position) ? nil : $0 }
    }

    private static func unplaced(_ id: MessageID) -> Consequences {
        .ignored("The chat has no message \"\(id)\" from the server.")
    }
}
