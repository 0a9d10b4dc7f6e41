import Foundation

/// The chats, our messages that the server does not have, and what each window shows of a chat. Only this model changes
/// them.
struct ChatModel: WindowKeeping {
    /// By section, and then by pin, latest message or invitation; chats without any come last.
    private(set) var chats = RecencyList<ChatID, Chat>() { didSet { summaries += 1 } }
    private(set) var loading = LoadState() { didSet { summaries += 1 } }
    /// What is not in `chats` yet, while the program starts.
    private var others = OtherChats() { didSet { summaries += 1 } }
    /// Counts the changes of the list.
    private var summaries = 0
    /// The sum of the unread counts of `chats`.
    private var unread = BadgeCount()
    /// The chats with a read receipt that the server has not confirmed.
    private(set) var unconfirmed: Set<ChatID> = []
    /// The chats with settings that the server does not have, each with what we have changed.
    private(set) var untold: [ChatID: Set<ChatSettings.Part>] = [:]
    /// The places of the pinned chats.
    private(set) var pins: [ChatID: Int64] = [:]
    /// When the chats that are muted for a time notify again.
    private(set) var muteEnds: [ChatID: Date] = [:]
    /// Counts the changes of chat titles, including those of chats that were added or removed.
    private(set) var names = 0
    var ignored = IgnoredPeople() {
        didSet {
            summaries += 1
            rowsRevision += 1
        }
    }
    /// Whether others see what we read in chats without a setting of their own, and that we type.
    var sendsReceipts = true {
        didSet {
            summaries += 1
            rowsRevision += 1
        }
    }
    /// Counts the changes that any row of the list may show.
    private(set) var rowsRevision = 0
    var outbox = Outbox()
    var deletions = Deletions()
    var transfers = Transfers() { didSet { summaries += 1 } }
    var reactionWishes = ReactionWishes()
    /// The reactions that have notified in this run, so that none does it again after it was taken back.
    var notified = NotifiedReactions()
    /// Whether there has been a connection in this run.
    var hasConnected = false
    var windows = Windows(ChatWindow())
    /// The windows that show a chat, in the order in which they opened it. The last one has the live channel.
    var openings: [WindowID] = []

    /// Counts the changes of what a window shows of the chats, apart from the open one.
    func revision(of window: WindowID) -> Int { summaries + windows[window].revision }

    /// The number of all chats.
    var count: Int { chats.count + others.count }

    /// The sum of all unread counts.
    var totalUnread: BadgeCount {
        var total = unread
        total += BadgeCount(others.unread, muted: others.muted)
        return total
    }

    /// Loads what the list shows, so that it can be seen at once; `load` asks for the rest.
    mutating func start() -> Consequences {
        loading.begin()
        return Consequences(
            effects: [
                Effect(.loadChats, .load(.chats(first: RowLimit.page))), Effect(.loadOutbox, .load(.outbox)),
            ],
            followUps: [.clock(.began)])
    }

    mutating func load(_ stored: LoadedChats) -> Consequences {
        let (loaded, others) = (stored.chats, stored.others)
        for person in stored.ignored { ignored.note(person) }
        if !stored.sendsReceipts { sendsReceipts = false }
        chats.reserve(loaded.count + others.count)
        for chat in loaded where chats[chat.id] == nil { update(chat) }
        self.others = others
        loading.begin()
        if others.count > 0 {
            return Consequences(effects: [Effect(.loadOtherChats, .load(.chats(first: nil)))])
        }
        guard !loading.isLoaded else { return .none }
        loading.end()
        return Consequences(effects: nextMuteEnd, followUps: [.connection(.connecting)])
    }

    /// Applies the server's list of chats: titles, topics, encryption and successors.
    mutating func sync(_ listed: [ServerChat]) -> Consequences {
        var consequences = Consequences.none
        for listed in listed {
            var chat = chats[listed.id] ?? Chat(id: listed.id, title: listed.id.text)
            if let title = listed.title { chat.title = title }
            if let topic = listed.topic { chat.topic = topic }
            // An encrypted chat stays encrypted.
            if listed.isEncrypted { chat.isEncrypted = true }
            // A replaced chat stays replaced.
            if let successor = listed.successor, successor != chat.id { chat.successor = successor }
            if let count = listed.memberCount { chat.memberCount = count }
            if let rights = listed.rights { chat.rights = rights }
            guard chat != chats[listed.id] else { continue }
            update(chat)
            consequences.saves.append(.chat(chat))
        }
        return consequences
    }

    /// What the chat's screen shows besides its messages; `nil` if the chat does not exist.
    func heading(of id: ChatID) -> ChatHeading? {
        chats[id].map { ChatHeading($0, ignored: ignored, openSuccessor: $0.successor.map(opening)) }
    }

    /// Whether the chat is known not to exist. While there are no chats, that is unknown until the first connection.
    func isMissing(_ id: ChatID) -> Bool { chats[id] == nil && (!chats.isEmpty || hasConnected) }

    /// Returns the action that opens a chat, or joins it first.
    private func opening(_ id: ChatID) -> Action {
        guard let chat = chats[id] else { return Action(.chat(.creating(recipient: id.text))) }
        let isInvited = chat.invitation?.isRequest == false
        return Action(isInvited ? .invitation(.accepting(chat: id)) : .screen(.opening(.messages(id))))
    }

    mutating func failLoading(_ reason: String) -> Consequences { loading.fail(reason) }

    mutating func list(rows: Int, in window: WindowID) { windows[window].limit.ask(for: rows) }

    /// Keeps what was typed in a chat and not sent.
    mutating func keep(_ draft: Draft) -> Consequences {
        let (id, text) = (draft.chat, draft.text)
        guard var chat = chats[id] else { return .ignored(ChatHeading.missing(id)) }
        if text.utf8.count > MessageUseCase.longestDraft {
            return .refused("A draft can have at most \(MessageUseCase.longestDraft) bytes.")
        }
        chat.draft = text.allSatisfy(\.isWhitespace) ? "" : text
        return chat.draft == chats[id]?.draft ? .none : save(chat)
    }

    /// Removes the draft of a chat that was sent, unless it is another one by now.
    mutating func takeDraft(_ text: String, of chat: ChatID) -> Consequences {
        guard chats[chat]?.draft == text else { return .none }
        return Consequences(saves: keep(Draft(chat: chat, text: "")).saves)
    }

    // MARK: Members

    /// Applies a member list from the network. If it is complete, members who are not listed have left.
    mutating func sync(_ synced: SyncedMembers) -> Consequences {
        let id = synced.chat
        guard var chat = chats[id] else { return .ignored(ChatHeading.missing(id)) }
        var members = synced.members
        if synced.isComplete { members += chat.members.gone(from: Set(members.map(\.id))) }
        let isNew = members.reduce(false) { chat.members.note($1) || $0 }
        guard isNew else { return .none }
        update(chat)
        return Consequences(saves: [.members(id, chat.members)])
    }

    mutating func list(members rows: Int, in window: WindowID) { windows[window].memberLimit.ask(for: rows) }

    // MARK: The create-chat form

    mutating func create(_ recipient: String, title: String?, in window: WindowID) -> Consequences {
        let refusal = title.flatMap { GroupChange.title($0).refusal }
        return ask(recipient, refusal: refusal, in: window) { .create(recipient: $0, title: title) }
    }

    private mutating func ask(
        _ recipient: String, refusal: String? = nil, in window: WindowID, _ request: (String) -> BackendRequest
    ) -> Consequences {
        guard !windows[window].form.status.isBusy else {
            return .refused("Another chat is being created. Wait until it exists.")
        }
        windows[window].form.typed = recipient
        if let refusal = CreateChatUseCase.refusal(of: recipient) ?? refusal {
            return failCreating(CreationFailure(reason: refusal), .refused, in: window)
        }
        windows[window].form.begin()
        return Consequences(effects: [Effect(.create(window), .ask(request(recipient.tidied)))])
    }

    /// Asks to join a chat.
    mutating func knock(_ recipient: String, in window: WindowID) -> Consequences {
        ask(recipient, in: window) { .knock(recipient: $0) }
    }

    mutating func finishKnocking(_ knocked: TitledChat, in window: WindowID) -> Consequences {
        windows[window].form = CreateChatForm()
        var chat = knocked
        if let known = chats[chat.chat] { chat.title = known.title }
        return Consequences(
            followUps: [.invitation(.requested(chat)), .screen(.closing(.chatForm))], outcome: Outcome(chat: chat.chat))
    }

    mutating func finishCreating(_ created: TitledChat, in window: WindowID) -> Consequences {
        let chat = created.chat
        var consequences = Consequences(
            followUps: [.contact(.met(created)), .screen(.closing(.chatForm)), .screen(.opening(.messages(chat)))],
            outcome: Outcome(chat: chat))
        windows[window].form = CreateChatForm()
        if chats[chat] == nil {
            let new = Chat(id: chat, title: created.title)
            update(new)
            consequences.saves.append(.chat(new))
        }
        return consequences
    }

    /// Opens the form with the error, even if the request did not come from the form.
    mutating func failCreating(
        _ failure: CreationFailure, _ kind: Outcome.Kind = .failed, in window: WindowID
    ) -> Consequences {
        windows[window].form.fail(failure.reason, canKnock: failure.canKnock)
        var followUps: [Event] = [.screen(.opening(.chatForm))]
        if !failure.recipients.isEmpty {
            let offered = FoundPeople(query: windows[window].form.typed, recipients: failure.recipients)
            followUps.append(.search(.offered(offered)))
        }
        return Consequences(followUps: followUps, outcome: Outcome(kind, reason: failure.reason))
    }

    /// Clears the form when it closes, and cancels its pending request.
    mutating func cancelCreating(in window: WindowID) -> Consequences {
        let wasBusy = windows[window].form.status.isBusy
        windows[window].form = CreateChatForm()
        return Consequences(effects: wasBusy ? [Effect(.create(window), .cancel)] : [])
    }

    // MARK: The list

    mutating func remove(_ id: ChatID) {
        guard let chat = chats[id] else { return }
        names += 1
        unread -= chat.counted
        unconfirmed.remove(id)
        index(id, nil)
        chats.remove(id)
    }

    /// Updates a chat, here and in the store.
    mutating func save(_ chat: Chat, effects: [Effect] = [], followUps: [Event] = []) -> Consequences {
        update(chat)
        return Consequences(saves: [.chat(chat)], effects: effects, followUps: followUps)
    }

    mutating func update(_ chat: Chat) {
        let old = chats.update(chat)
        if let old { unread -= old.counted }
        unread += chat.counted
        if old?.title != chat.title { names += 1 }
        if old?.unconfirmedRead != nil, chat.unconfirmedRead == nil { unconfirmed.remove(chat.id) }
        if chat.unconfirmedRead != nil { unconfirmed.insert(chat.id) }
        if old?.settings != chat.settings || old?.serverSettings != chat.serverSettings { index(chat.id, chat) }
    }

    /// - Parameter chat: the chat with this id; `nil` if it was removed.
    private mutating func index(_ id: ChatID, _ chat: Chat?) {
        pins[id] = chat?.pinPlace
        muteEnds[id] = chat?.settings.muted?.until
        untold[id] = chat.flatMap { $0.serverSettings == nil ? nil : changes(of: $0) }
    }
}

extension RecencyList<ChatID, Chat> {
    /// Inserts or updates a chat and moves it to its position; returns the old value.
    @discardableResult
    mutating func update(_ chat: Chat) -> Chat? { update(chat.id, chat, at: chat.listOrder) }
}
