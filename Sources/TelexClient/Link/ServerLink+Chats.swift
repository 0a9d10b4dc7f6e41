import TelexAPI
import TelexCore

/// Handles what the server sends about chats, on any channel.
extension ServerLink {
    /// - Parameter isPushed: whether the frame came on the push channel, which sends all events in order.
    mutating func handle(_ frame: Frame, isPushed: Bool) {
        switch frame {
        case .message(let message): add([message], in: ChatID(message.chat))
        case .revision(let message): apply(revision: message, isPushed: isPushed)
        case .mark(let mark):
            let chat = ChatID(mark.chat)
            logs[chat, default: ChatLog()].set(mark)
            tellMarks(chat)
        case .chat(let info):
            admit(info)
        case .typing(let typing):
            let chat = ChatID(typing.chat)
            let sender = UserID(typing.user)
            tell(
                .presence(
                    typing.active
                        ? .typingStarted(Typist(chat: chat, sender: sender))
                        : .typingStopped(Typist(chat: chat, sender: sender))))
        case .ignored(let info): tell(Self.ignored(info.users))
        case .presence, .ready, .gap: break
        }
    }

    /// Adds a page that starts after the last known message. What is missing on it cannot be had.
    mutating func add(_ page: MessagePage, in chat: ChatID) {
        add(page.messages, in: chat) { log, message in
            log.skip(to: message)
            return log.add(message)
        }
    }

    /// Passes on the next messages of the chat, and fetches missing ones.
    mutating func add(
        _ messages: [MessageInfo], in chat: ChatID,
        _ place: (inout ChatLog, MessageInfo) -> [MessageInfo] = { $0.add($1) }
    ) {
        var log = logs[chat] ?? ChatLog()
        let ready = messages.flatMap { place(&log, $0) }
        logs[chat] = log
        handOn(ready, in: chat)
        if log.hasGap, !log.isFetching { fetch(chat) }
    }

    mutating func handOn(_ messages: [MessageInfo], in chat: ChatID) {
        guard !messages.isEmpty else { return }
        var run: [MessageInfo] = []
        for message in messages {
            guard connection.poster.holds(local(message.id), in: chat) else {
                run.append(message)
                continue
            }
            tell(run, in: chat)
            run = []
            settle(message, in: chat)
        }
        tell(run, in: chat)
        keep("chat/\(chat)", logs[chat]?.bookmark ?? "")
        tellMarks(chat)
    }

    /// Reports that a message of ours has come back, and its last revision if it has one.
    mutating func settle(_ message: MessageInfo, in chat: ChatID) {
        guard place(local(message.id), in: chat) else { return }
        for event in revisions.applyLate(key(message), message).map(revisions) ?? [] { tell(event) }
    }

    private mutating func tell(_ messages: [MessageInfo], in chat: ChatID) {
        let incoming = messages.map(incoming)
        if incoming.count > 1 || !connection.isOnline, !incoming.isEmpty {
            tell(.history(.synced(SyncedHistory(chat: chat, messages: incoming, before: nil))))
        } else if let message = incoming.first {
            tell(.message(.received(message)))
        }
        // The core may have an older version: of our own message, or because the server was restored from a backup.
        for event in messages.filter({ $0.revised != nil }).flatMap(revisions) { tell(event) }
    }

    func incoming(_ message: MessageInfo) -> IncomingMessage {
        let isOwn = message.sender == account.user
        let (name, joined) = (isOwn ? nil : message.name, groups[ChatID(message.chat)])
        if let change = Self.change(of: message) {
            return IncomingMessage(
                chat: ChatID(message.chat), message: local(message.id), title: nil,
                content: .system(change, by: UserID(message.sender), senderName: name), serverOrder: message.seq,
                date: message.date.clamped)
        }
        let (kind, text) = Self.content(of: message)
        let content = MessageContent(
            kind: kind, text: text, sender: UserID(message.sender), senderName: name,
            isEdited: message.edited == true,
            attention: attention(to: message, kind, after: joined),
            replyTo: message.replyTo.map(local), reactions: reactions(to: message),
            spans: Self.spans(of: message), file: message.file.map(Self.file))
        return IncomingMessage(
            chat: ChatID(message.chat), message: local(message.id), title: joined == nil ? name : nil,
            content: content, serverOrder: message.seq, date: message.date.clamped, isOwn: isOwn)
    }

    private func attention(to message: MessageInfo, _ kind: MessageKind, after joined: Int64?) -> Attention {
        if kind == .deleted || message.seq <= joined ?? 0 { return .silent }
        let isMention = Self.spans(of: message).contains {
            $0.style == .roomMention || $0.style == .mention && $0.user?.text == account.user
        }
        return isMention && message.sender != account.user ? .mention : .normal
    }

    private static func file(_ info: FileInfo) -> MessageFile {
        MessageFile(
            id: FileID(info.sha256), source: info.file, name: info.name, mediaType: info.mediaType,
            byteCount: info.byteCount, width: info.width, height: info.height, durationMs: info.durationMs,
            sha256: info.sha256)
    }

    /// The formatted parts of a message's text. Those of an unknown style are left out.
    static func spans(of message: MessageInfo) -> [TextSpan] {
        (message.spans ?? []).compactMap { span in
            TextSpan.Style(rawValue: span.style).map {
                TextSpan(
                    $0, start: span.start, length: span.length, url: span.url, user: span.user.map { UserID($0) },
                    language: span.language, reason: span.reason)
            }
        }
    }

    /// The change to the chat that a message reports; `nil` for any other message.
    private static func change(of message: MessageInfo) -> ChatChange? {
        switch message.kind {
        case MessageInfo.joined: .joined
        case MessageInfo.left: .left(reason: nil)
        case MessageInfo.removed: .removed(UserID(message.text), reason: nil)
        case MessageInfo.titled: .retitled(message.text)
        case MessageInfo.topicChanged: .topicChanged(message.text.isEmpty ? nil : message.text)
        default: nil
        }
    }

    /// The kind and the text of a message. For an unknown kind, the text says so.
    static func content(of message: MessageInfo) -> (MessageKind, String) {
        switch message.kind {
        case nil where message.file != nil: (.file, message.text)
        case "text" where message.file != nil, "emote" where message.file != nil, "notice" where message.file != nil:
            (.file, message.text)
        case nil, "text": (.text, message.text)
        case "emote": (.emote, message.text)
        case "notice": (.notice, message.text)
        case "deleted": (.deleted, "")
        case MessageInfo.unreadable: (MessageContent.unreadable.kind, MessageContent.unreadable.text)
        case let kind?: (.unshowable, "A message of the kind \"\(kind.prefix(40))\"")
        }
    }

    /// The server's name for a kind; `nil` for a text, and for kinds that cannot be posted.
    static func name(of kind: MessageKind) -> String? {
        switch kind {
        case .emote: "emote"
        case .notice: "notice"
        case .text, .file, .unshowable, .deleted, .system: nil
        }
    }

    /// The core's id for a message. For our own, it is the id that we gave them.
    func local(_ id: String) -> MessageID {
        // Compare bytes: in a `String`, a combining character after the slash would belong to it.
        let prefix = "\(account.user)/".utf8
        guard id.utf8.starts(with: prefix) else { return MessageID(id) }
        return MessageID(String(decoding: id.utf8.dropFirst(prefix.count), as: UTF8.self))
    }

    func remote(_ id: MessageID) -> String { id.text.utf8.contains(0x2F) ? id.text : "\(account.user)/\(id)" }

    mutating func tellMarks(_ chat: ChatID) {
        for mark in logs[chat]?.takeMarks() ?? [] {
            if mark.user == account.user {
                if let read = mark.read { tell(.message(.read(MessageKey(chat: chat, message: local(read))))) }
                continue
            }
            if let delivered = mark.delivered {
                tell(.message(.delivered(MessageKey(chat: chat, message: local(delivered)))))
            }
            if let read = mark.read { tell(.message(.readByOther(MessageKey(chat: chat, message: local(read))))) }
        }
    }

    // MARK: The open chat

    mutating func open(_ chat: ChatID, _ effect: Int) {
        // There is one live channel, for the chat that was opened last.
        closeSocket()
        live.want(chat, effect)
        openSocket()
    }

    mutating func openSocket() {
        guard connection.isOnline, let (chat, number) = live.begin(besides: away) else { return }
        connection.work(.open(chat, socket: number))
    }

    mutating func report(_ frame: Frame) {
        if case .ready(let ready) = frame {
            guard let chat = live.opened() else { return }
            tell(.connection(.socketOpened(chat: chat)))
            let log = logs[chat] ?? ChatLog()
            if log.known < ready.last ?? 0, !log.isFetching { fetch(chat) }
        } else {
            handle(frame, isPushed: false)
        }
    }

    mutating func socketEnded() {
        closeSocket()
        if live.isWanted(besides: away), connection.isOnline {
            let seconds = live.backoff.next(connection.environment.chance())
            connection.wake(.reopen(socket: live.number), after: seconds)
        }
    }

    /// Closes the socket, if there is one.
    mutating func closeSocket() {
        guard live.isBegun else { return }
        connection.work(.close)
        if let chat = live.closed() { tell(.connection(.socketClosed(chat: chat))) }
    }

    mutating func close(_ effect: Int) {
        guard live.effect == effect else { return }
        closeSocket()
        live.cancel()
    }
}
