/// Formats the chat list.
enum ChatListViewModelBuilder {
    static func build(
        _ model: ChatModel, _ window: ChatWindow, _ rows: [Shown<ChatListViewModel.Row>]
    ) -> ChatListViewModel {
        let total = model.count
        return ChatListViewModel(
            status: model.loading.shown(total),
            totalCount: total,
            chats: rows,
            loadMore: window.limit.more(of: total) { .chat(.listing(rows: $0)) },
            retry: model.loading.error != nil ? Action(.chat(.loading)) : nil,
            newChat: newChat,
            search: search,
            searchMessages: searchMessages,
            pin: pin,
            unpin: unpin,
            mute: mute,
            unmute: unmute,
            archive: archive,
            unarchive: unarchive,
            markUnread: markUnread,
            sendsReceipts: model.sendsReceipts,
            hideReceipts: hideReceipts,
            sendReceipts: sendReceipts,
            openContacts: openContacts,
            openReminders: openReminders)
    }

    // Actions that are always the same, and need not be made for each change.
    private static let newChat = Action(.screen(.opening(.chatForm)))
    private static let search = Action(.search(.searching(query: "")), blanks: [.query])
    private static let searchMessages = Action(
        .messageSearch(.searching(MessageSearching(query: ""))), blanks: [.query])
    private static let pin = action { .pinning(PinWish(chat: $0)) }
    private static let unpin = action { .unpinning(chat: $0) }
    private static let mute = Action(.chat(.muting(MuteWish(chat: anyChat))), blanks: [.chatID, .dueText])
    private static let unmute = action { .unmuting(chat: $0) }
    private static let archive = action { .archiving(chat: $0) }
    private static let unarchive = action { .unarchiving(chat: $0) }
    private static let markUnread = action { .markingUnread(chat: $0) }
    private static let hideReceipts = action { .hidingReceipts(chat: $0) }
    private static let sendReceipts = action { .sendingReceipts(chat: $0) }
    private static let openContacts = Action(.screen(.opening(.contactList)))
    private static let openReminders = Action(.screen(.opening(.upcoming)))

    /// Stands for the chat that is filled in.
    private static let anyChat = ChatID(Blank.chatID.filler)

    private static func action(_ event: (ChatID) -> ChatEvent) -> Action {
        Action(.chat(event(anyChat)), blanks: [.chatID])
    }

    static func row(_ chat: Chat, _ context: ViewContext) -> ChatListViewModel.Row {
        let canAnswer = chat.invitation.map { $0.answer != .accepting && $0.answer != .declining } ?? false
        let isIgnored = chat.last.map { context.chats.ignored.holds($0.content, isOwn: $0.isOwn) } ?? false
        return ChatListViewModel.Row(
            chat: chat.id,
            title: chat.title,
            lastMessage: chat.last.map { lastMessage($0, in: chat, isIgnored: isIgnored) },
            previewText: chat.last.map {
                if isIgnored { return PreviewText.ignored }
                let sender = chat.members.senderName(of: $0.content, isOwn: $0.isOwn)
                return PreviewText.said(PreviewText.line(of: $0.text), $0.kind, by: sender, in: chat.title)
            } ?? "",
            dateText: chat.last.map { DateText.short($0.date, now: context.now, context.region) } ?? "",
            section: chat.own.section,
            unreadCount: chat.activity.unreadInAll.messages,
            mentionCount: chat.activity.unreadInAll.mentions,
            isMarkedUnread: chat.settings.isMarkedUnread,
            muted: chat.settings.muted,
            muteText: chat.settings.muted.map { words($0, context) },
            sendsReceipts: chat.own.sendsReceipts(byDefault: context.chats.sendsReceipts),
            isEncrypted: chat.isEncrypted,
            successor: chat.successor,
            invitationText: chat.invitation.map(sentence),
            draftText: chat.draft.isEmpty ? nil : PreviewText.line(of: chat.draft),
            open: Action(.screen(.opening(.messages(chat.id)))),
            accept: canAnswer && chat.invitation?.isRequest == false
                ? Action(.invitation(.accepting(chat: chat.id))) : nil,
            decline: canAnswer ? Action(.invitation(.declining(chat: chat.id))) : nil,
            ignore: chat.invitation?.inviterID.map { Action(.member(.ignoring(user: $0))) })
    }

    private static func words(_ mute: ChatSettings.Mute, _ context: ViewContext) -> String {
        let until = mute.until.map { " until " + DateText.short($0, now: context.now, context.region) } ?? ""
        return "Muted" + until + (mute.keepsMentions ? ", but for mentions" : "")
    }

    private static func lastMessage(_ last: Chat.LastMessage, in chat: Chat, isIgnored: Bool)
        -> ChatListViewModel.LastMessage
    {
        ChatListViewModel.LastMessage(
            message: last.message, isOwn: last.isOwn, sender: last.sender,
            senderName: last.isOwn ? nil : chat.members.senderName(of: last.content, isOwn: false),
            kind: isIgnored ? .text : last.kind,
            excerpt: isIgnored ? PreviewText.ignored : PreviewText.line(of: last.text), date: last.date)
    }

    private static func sentence(_ invitation: Invitation) -> String {
        switch invitation.answer {
        case .none where invitation.isRequest: "You asked to join"
        case .declining where invitation.isRequest: "Withdrawing…"
        case .none: invitation.inviter.isEmpty ? "You are invited" : "\(invitation.inviter) invites you"
        case .accepting: "Accepting…"
        case .declining: "Declining…"
        case .failed(let reason): "Could not send your answer: \(reason)"
        }
    }
}
