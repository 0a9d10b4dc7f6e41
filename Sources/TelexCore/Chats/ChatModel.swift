/// The state of the chat list, the badge and the create-chat form, and the only code that changes it.
struct ChatModel {
    private(set) var chats = ChatOrder()
    private(set) var isLoaded = false
    private(set) var loadError: String?
    private(set) var rows = 50
    private(set) var form = CreateChatForm()
    /// The sum of all unread counts.
    private(set) var totalUnread = 0
    /// The chats of which the server does not know what we have read.
    private var untold: Set<ChatID> = []

    mutating func start() -> Consequences {
        loadError = nil
        return Consequences(
            effects: [Effect(.loadChats, .load(.chats)), Effect(.loadOutbox, .load(.outbox))],
            followUps: [.clock(.began)])
    }

    /// Takes in chats: first those from the disk; then those from the server, of which only the name is taken, since
    /// what has come into a chat is told by its messages.
    mutating func load(_ loaded: [Chat]) -> Consequences {
        var consequences = Consequences.none
        for chat in loaded {
            if var known = chats[chat.id] {
                guard known.contact != chat.contact else { continue }
                known.contact = chat.contact
                update(known)
                consequences.saves.append(.chat(known))
                consequences.followUps.append(.history(.renamed(chat: known.id, contact: known.contact)))
            } else if isLoaded {
                let new = Chat(id: chat.id, contact: chat.contact)
                update(new)
                consequences.saves.append(.chat(new))
                consequences.followUps.append(.history(.renamed(chat: new.id, contact: new.contact)))
            } else {
                update(chat)
            }
        }
        loadError = nil
        if !isLoaded {
            isLoaded = true
            consequences.followUps.append(.connection(.connecting))
        }
        return consequences
    }

    mutating func failLoading(_ reason: String) { loadError = reason }

    mutating func list(rows: Int) { self.rows = max(1, rows) }

    // MARK: The form

    mutating func create(_ contact: String) -> Consequences {
        guard !form.isBusy else { return .none }
        form.typed = contact
        form.error = CreateChatUseCase.refusal(of: contact)
        guard form.error == nil else { return Self.showingForm }
        form.isBusy = true
        let name = CreateChatUseCase.tidied(contact)
        return Consequences(effects: [Effect(.create, .ask(.create(contact: name)))])
    }

    mutating func finishCreating(_ chat: ChatID, contact: String) -> Consequences {
        var consequences = Consequences(followUps: [
            .contact(.met(chat: chat, contact: contact)), .screen(.closed(.createChat)),
            .screen(.opened(.messages(chat))),
        ])
        form = CreateChatForm()
        if chats[chat] == nil {
            let new = Chat(id: chat, contact: contact)
            update(new)
            consequences.saves.append(.chat(new))
        }
        return consequences
    }

    mutating func failCreating(_ reason: String) -> Consequences {
        form.isBusy = false
        form.error = reason
        return Self.showingForm
    }

    /// What went wrong is to be seen, also by those who asked for a chat without the form.
    private static let showingForm = Consequences(followUps: [.screen(.opened(.createChat))])

    /// The form was left: what was under way for it no longer concerns anybody.
    mutating func cancelCreating() -> Consequences {
        let wasBusy = form.isBusy
        form = CreateChatForm()
        return Consequences(effects: wasBusy ? [Effect(.create, .cancel)] : [])
    }

    // MARK: Activity

    /// Has the messages of the chat shown, under the name that the chat has.
    func open(_ id: ChatID) -> Consequences {
        let contact = chats[id]?.contact ?? id.text
        return Consequences(followUps: [.history(.opening(chat: id, contact: contact))])
    }

    mutating func take(_ message: Message, contact: String?, notifies: Bool) -> Consequences {
        var chat = chats[message.chat] ?? Chat(id: message.chat, contact: contact ?? message.chat.text)
        chat.total += 1
        if !message.isOwn {
            if message.position > chat.readUpTo { chat.unread += 1 }
            chat.received = message.id
            chat.receivedUpTo = message.position
        }
        if message.position >= chat.last?.position ?? 0 {
            chat.last = Chat.LastMessage(
                message: message.id, position: message.position, isOwn: message.isOwn,
                author: message.author, kind: message.kind, text: message.text, date: message.date)
        }
        update(chat)
        let said = PreviewText.said(message.text, message.kind, by: message.author, contact: chat.contact)
        let raised = NotificationEvent.raised(chat: chat.id, contact: chat.contact, text: said)
        return Consequences(saves: [.chat(chat)], followUps: notifies ? [.notification(raised)] : [])
    }

    mutating func edit(_ message: MessageID, in id: ChatID, _ text: String) -> Consequences {
        guard var chat = chats[id], let last = chat.last, last.message == message else { return .none }
        chat.last = last.saying(text, last.kind)
        update(chat)
        return Consequences(saves: [.chat(chat)])
    }

    mutating func delete(_ message: MessageID, in id: ChatID, unreadFrom position: Int64) -> Consequences {
        guard var chat = chats[id] else { return .none }
        if let last = chat.last, last.message == message { chat.last = last.saying("", .deleted) }
        let wasUnread = position > chat.readUpTo
        if wasUnread { chat.unread = max(0, chat.unread - 1) }
        guard chat != chats[id] else { return .none }
        update(chat)
        let seen: [Event] = wasUnread && chat.unread == 0 ? [.notification(.dismissed(chat: id))] : []
        return Consequences(saves: [.chat(chat)], followUps: seen)
    }

    /// Marks everything in the chat as read, and has the server told.
    mutating func readAll(_ id: ChatID) -> Consequences {
        guard var chat = chats[id], let last = chat.received, chat.unread > 0 else { return .none }
        chat.unread = 0
        chat.readUpTo = max(chat.readUpTo, chat.receivedUpTo)
        chat.untold = last
        update(chat)
        return Consequences(
            saves: [.chat(chat)],
            effects: [Effect(.markRead(id), .ask(.markRead(id, last)))],
            followUps: [.notification(.dismissed(chat: id))])
    }

    /// Tells the server what we have read while it could not be told.
    func tellReads() -> Consequences {
        let read = untold.compactMap { chats[$0] }.sorted { $0.readUpTo < $1.readUpTo }
        return Consequences(
            effects: read.compactMap { chat in
                chat.untold.map { Effect(.markRead(chat.id), .resend(.markRead(chat.id, $0))) }
            })
    }

    /// Follows what the server knows that we have read; never back.
    mutating func readElsewhere(_ id: ChatID, upTo position: Int64, unread: Int) -> Consequences {
        guard var chat = chats[id], position >= chat.readUpTo else { return .none }
        if position == chat.readUpTo {
            guard chat.untold != nil else { return .none }
            chat.untold = nil
            update(chat)
            return Consequences(saves: [.chat(chat)])
        }
        chat.untold = nil
        chat.readUpTo = position
        chat.unread = max(0, unread)
        update(chat)
        let seen: [Event] = unread == 0 ? [.notification(.dismissed(chat: id))] : []
        return Consequences(saves: [.chat(chat)], followUps: seen)
    }

    private mutating func update(_ chat: Chat) {
        totalUnread += chat.unread - (chats[chat.id]?.unread ?? 0)
        if chat.untold == nil { untold.remove(chat.id) } else { untold.insert(chat.id) }
        chats.update(chat)
    }
}

/// What the create-chat form holds.
struct CreateChatForm: Hashable {
    var typed = ""
    var isBusy = false
    var error: String?
}
