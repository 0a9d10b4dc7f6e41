/// The state of the chat list, the badge and the create-chat form, and the only code that changes it.
struct ChatModel {
    private(set) var chats = ChatOrder()
    private(set) var isLoaded = false
    private(set) var loadError: String?
    private(set) var rows = 50
    private(set) var form = CreateChatForm()
    /// The sum of all unread counts.
    private(set) var totalUnread = UnreadCount()
    /// The chats of which the server does not know what we have read.
    private(set) var untold: Set<ChatID> = []

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
                guard known.contact != chat.contact || (chat.isEncrypted && !known.isEncrypted) else { continue }
                known.contact = chat.contact
                // What is encrypted once stays so.
                if chat.isEncrypted { known.isEncrypted = true }
                update(known)
                consequences.saves.append(.chat(known))
                consequences.followUps.append(.history(.renamed(ChatHeading(known))))
            } else if isLoaded {
                let new = Chat(id: chat.id, contact: chat.contact, isEncrypted: chat.isEncrypted)
                update(new)
                consequences.saves.append(.chat(new))
                consequences.followUps.append(.history(.renamed(ChatHeading(new))))
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

    // MARK: The list

    mutating func remove(_ id: ChatID) {
        guard let chat = chats[id] else { return }
        totalUnread.messages -= chat.unreadInAll.messages
        totalUnread.mentions -= chat.unreadInAll.mentions
        untold.remove(id)
        chats.remove(id)
    }

    mutating func update(_ chat: Chat) {
        let (old, new) = (chats[chat.id]?.unreadInAll ?? UnreadCount(), chat.unreadInAll)
        totalUnread.messages += new.messages - old.messages
        totalUnread.mentions += new.mentions - old.mentions
        if chat.untold == nil { untold.remove(chat.id) } else { untold.insert(chat.id) }
        chats.update(chat)
    }
}
