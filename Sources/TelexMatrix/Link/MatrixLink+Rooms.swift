import TelexCore

/// Handles events in rooms.
extension MatrixLink {
    func chat(_ room: Room) -> ServerChat {
        ServerChat(
            id: ChatID(room.id), title: room.title, isEncrypted: room.isEncrypted,
            successor: room.successor.map { ChatID($0.id) }, memberCount: room.memberCount,
            rights: room.rights(of: account.user), topic: room.topic)
    }

    /// Applies what a sync contains about a room, and returns what to report.
    ///
    /// - Parameters:
    ///   - earlier: events that precede those of the sync.
    ///   - senders: member events of those who sent them, the newest first.
    ///   - missing: the token of the messages that are missing before all of them.
    mutating func read(
        _ json: JSON, of id: String, after earlier: [JSON] = [], by senders: [JSON] = [], missing: String?
    ) -> RoomNews {
        let known = rooms[id]
        var room = known ?? Room(id: id)
        if encrypted.contains(id) { room.noteEncryption() }
        room.isLeft = false
        if let user = directs.user(of: id) { room.partner = user }
        room.apply(summary: json["summary"])
        for event in json["state"]["events"].array.compactMap(RoomEvent.init) { room.apply(event, own: account.user) }
        var news = RoomNews(room: id)
        let events = (earlier + json["timeline"]["events"].array).compactMap(RoomEvent.init)
        for event in events { room.apply(event, own: account.user) }
        room.learnNames(senders)
        var log = logs[id] ?? RoomLog()
        let title = room.title
        for event in events { read(event, title, &room, &log, &news) }
        // Nothing is older than the creation of the room.
        news.missing = events.first?.isCreation == true ? nil : missing
        news.date = events.last { $0.movesRoom }?.date ?? .distantPast
        let counts = json["unread_notifications"]
        for event in json["account_data"]["events"].array { room.apply(accountData: event) }
        for event in json["ephemeral"]["events"].array { readPassing(event, room, &log, &news) }
        if news.hasOwnReceipt, counts["notification_count"].count == 0, let last = room.received {
            // The last event that was read may not be a message, but the server counts nothing unread.
            news.steps.append(.event(.message(.read(MessageKey(chat: ChatID(id), message: MessageID(last))))))
        }
        if let messages = counts["notification_count"].count {
            let unread = UnreadCount(messages: messages, mentions: counts["highlight_count"].count ?? 0)
            news.unread = room.apply(unread, hasReceipt: news.hasOwnReceipt)
        }
        news.isListed = !room.isSpace
        let isOther =
            known?.hasName != true || known?.isLeft == true || known?.title != room.title
            || known?.isEncrypted != room.isEncrypted || known?.successor != room.successor
            || known?.memberCount != room.memberCount || known?.topic != room.topic
            || known?.rights(of: account.user) != room.rights(of: account.user)
        // A new room arrives bit by bit. Report it once it has a name or messages.
        news.isRenamed = isOther && (room.hasName || !news.steps.isEmpty)
        logs[id] = log
        if room != known { keep(room) }
        return news
    }

    private mutating func read(
        _ event: RoomEvent, _ title: String, _ room: inout Room, _ log: inout RoomLog, _ news: inout RoomNews
    ) {
        noteOwn(event, in: room)
        let chat = ChatID(room.id)
        switch reader(of: room, title: title).read(event) {
        case .message(let message) where message.kind == .deleted && original(of: event.id) != nil:
            log.add(event.id, sender: event.sender, message: nil)
        case .message(let message) where message.kind == .system:
            // It needs no reading: reading up to it means reading up to the message before it.
            log.add(event.id, sender: event.sender, message: nil)
            news.steps.append(.message(message))
        case .message(let message):
            noteReplacement(of: event)
            let isReadable = event.isReadable && event.type != "m.room.encrypted" || message.kind == .deleted
            log.add(event.id, sender: event.sender, message: message.message, isReadable: isReadable)
            if !message.isOwn {
                room.received = event.id
                room.unreadable = isReadable ? nil : event.id
            }
            news.steps.append(.message(message))
        case .edit(let target, let sender, let content):
            note(edit: event.id, of: target)
            log.add(event.id, sender: event.sender, message: nil, replaces: target)
            if let known = log.sender(of: target) {
                guard known == sender else { return }
                news.steps.append(.event(.revision(content.edited(sent.message(of: target), in: chat))))
            } else {
                // Only the last one counts, and the answers may come in any order.
                news.edits.removeAll { $0.event == target && $0.sender == sender }
                news.edits.append(Edit(room: room.id, event: target, sender: sender, content: content))
            }
        case .reaction(let target, let key):
            log.add(event.id, sender: event.sender, message: nil)
            if let added = added(event, to: target, key: key, in: room) { news.steps.append(.event(added)) }
        case .deletion(let target):
            log.add(event.id, sender: event.sender, message: nil)
            if annotations.annotation(of: target) != nil {
                if let removed = redacted(reaction: target, in: room) { news.steps.append(.event(removed)) }
                return
            }
            if let original = log.replaced(by: target) ?? original(of: target) { return news.restored.append(original) }
            news.steps.append(.event(.revision(.deleted(MessageKey(chat: chat, message: sent.message(of: target))))))
        case .nothing: log.add(event.id, sender: event.sender, message: nil)
        }
    }

    func reader(of room: Room, title: String? = nil) -> MessageReader {
        let sent = sent
        return MessageReader(own: account.user, room: room, title: title ?? room.title, rules: rules) {
            sent.message(of: $0)
        }
    }

    /// Stores the edit that the server sent along with a message.
    mutating func noteReplacement(of event: RoomEvent) {
        if let edit = MessageReader.replacement(of: event) { note(edit: edit.id, of: event.id) }
    }

    /// Stores the core's id for an event of ours, if it was sent from here.
    private mutating func noteOwn(_ event: RoomEvent, in room: Room) {
        guard event.sender == account.user, event.replaces == nil, let transaction = event.transaction else { return }
        guard !transaction.hasPrefix(Self.editPrefix) else { return }
        note(MessageID(transaction), in: ChatID(room.id), is: event.id)
    }

    mutating func note(_ message: MessageID, in chat: ChatID, is event: String) {
        for (name, value) in sent.note(message, in: chat, is: event) { keep(name, value) }
    }

    // MARK: Typing and receipts

    /// The most users whose typing is reported.
    private static let mostTypists = 50

    private func readPassing(_ event: JSON, _ room: Room, _ log: inout RoomLog, _ news: inout RoomNews) {
        let chat = ChatID(room.id)
        switch event["type"].string {
        case "m.typing":
            let users = event["content"]["user_ids"].array.compactMap(\.string).filter { $0 != account.user }
            let typists = Array(users.prefix(Self.mostTypists))
            for user in log.typists where !typists.contains(user) {
                news.steps.append(.event(.presence(.typingStopped(Typist(chat: chat, sender: UserID(user))))))
            }
            for user in typists where !log.typists.contains(user) {
                news.steps.append(.event(.presence(.typingStarted(Typist(chat: chat, sender: UserID(user))))))
            }
            log.typists = typists
        case "m.receipt":
            for (event, receipts) in event["content"].object {
                readReceipts(receipts["m.read"], of: event, room, log, &news)
                readReceipts(receipts["m.read.private"], of: event, room, log, &news)
            }
        default: break
        }
    }

    private func readReceipts(
        _ receipts: JSON, of event: String, _ room: Room, _ log: RoomLog, _ news: inout RoomNews
    ) {
        let chat = ChatID(room.id)
        // Ignore receipts in threads: they say nothing about the room.
        let readers = receipts.object.filter { ["main", nil].contains($0.value["thread_id"].string) }.keys
        let message = log.message(upTo: event) ?? sent.message(of: event)
        if readers.contains(account.user) {
            news.hasOwnReceipt = true
            news.steps.append(.event(.message(.read(MessageKey(chat: chat, message: message)))))
        }
        if readers.contains(where: { $0 != account.user }) {
            news.steps.append(.event(.message(.readByOther(MessageKey(chat: chat, message: message)))))
        }
    }

    // MARK: Reporting

    /// Reports what has happened in a room, the room itself first.
    mutating func tellRoom(_ news: RoomNews) {
        guard let room = rooms[news.room] else { return }
        let isJoining = joining[ChatID(room.id)] != nil
        if invitations[room.id] != nil, !isJoining { endInvitation(to: room.id, joined: room) }
        if news.isListed {
            if news.isRenamed { tell(.chat(.synced(chats: [chat(room)]))) }
            tell(news)
        }
        if isJoining { arrived(ChatID(room.id)) }
    }

    /// Reports what has happened in a room that the core already knows.
    mutating func tell(_ news: RoomNews) {
        guard news.isListed else { return }
        let chat = ChatID(news.room)
        // The core has no members of a room that it does not know yet.
        if let room = rooms[news.room], room.hasName || !news.steps.isEmpty {
            tellMembers(of: room)
            tellSettings(of: room)
        }
        var missing = news.missing
        let hasGap = missing != nil
        var run: [IncomingMessage] = []
        for step in news.steps {
            switch step {
            case .message(let message):
                if message.isOwn, connection.poster.holds(message.message ?? "", in: chat) {
                    tell(run, in: chat, missing: &missing)
                    run = []
                    _ = place(message.message ?? "", in: chat)
                } else {
                    run.append(message)
                }
            case .event(let event):
                tell(run, in: chat, missing: &missing)
                run = []
                tell(event)
            }
        }
        tell(run, in: chat, missing: &missing)
        if missing != nil { tell([], in: chat, missing: &missing) }
        // Messages that have not come back by now are in the gap.
        if hasGap { placeAll(in: chat) }
        if let unread = news.unread { tell(.activity(.counted(CountedChat(chat: chat, unread: unread)))) }
        lookUp(news)
    }

    /// Reports new and changed members of a room.
    mutating func tellMembers(of room: Room) {
        let new = room.members(own: account.user, since: reported[room.id]).values.sorted(by: \.id)
        reported[room.id] = room
        if new.isEmpty { return }
        tell(.member(.synced(SyncedMembers(chat: ChatID(room.id), members: new, isComplete: false))))
    }

    private mutating func tell(_ messages: [IncomingMessage], in chat: ChatID, missing: inout String?) {
        if messages.isEmpty, missing == nil { return }
        if connection.isOnline, missing == nil, messages.count == 1 {
            return tell(.message(.received(messages[0])))
        }
        tell(.history(.synced(SyncedHistory(chat: chat, messages: messages, before: missing))))
        missing = nil
    }
}
