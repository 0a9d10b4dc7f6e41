/// Formats the open chat.
enum MessagesViewModelBuilder {
    /// - Parameter heading: `nil` if the chat does not exist.
    static func build(
        _ chat: OpenChat, _ heading: ChatHeading?, _ rows: [Shown<MessagesViewModel.Row>]
    ) -> MessagesViewModel {
        let isMissing = heading == nil && !chat.isBusy && chat.total == 0
        let error =
            heading?.barrier ?? chat.refusal ?? chat.error
            ?? (isMissing ? ChatHeading.missing(chat.id) : nil)
        let title = heading?.title ?? chat.id.text
        return MessagesViewModel(
            chat: chat.id,
            title: title,
            isEncrypted: heading?.isEncrypted ?? false,
            shouldShowBusy: chat.isBusy,
            shouldShowEmpty: !chat.isBusy && chat.total == 0 && error == nil,
            shouldShowError: error != nil,
            errorText: error,
            errorRevision: chat.refusals > 0 ? chat.refusals : nil,
            inputRevision: chat.inputRevision,
            membersText: heading.flatMap(introduction),
            typingText: typing(chat, heading?.members ?? Members()),
            totalCount: chat.total,
            messages: rows,
            firstNew: chat.firstNew,
            draftText: heading.flatMap { $0.draft.isEmpty ? nil : $0.draft },
            gapText: !chat.hasOlder && chat.gap?.isHole == true
                ? "Messages are missing before these." : nil,
            older: slide(.older, chat),
            newer: slide(.newer, chat),
            latest: slide(.latest, chat),
            send: Action(.message(.sending(chat: chat.id, text: "", message: nil)), blanks: [.text]),
            draft: Action(.chat(.drafting(chat: chat.id, text: "")), blanks: [.text]),
            typing: Action(.presence(.typing(chat: chat.id))),
            markRead: chat.isLoaded && heading?.hasUnread == true
                ? Action(.message(.reading(chat: chat.id))) : nil,
            openMembers: heading == nil ? nil : Action(.screen(.opening(.members(chat.id)))),
            openSuccessor: heading?.openSuccessor,
            addReminder: Action(.screen(.opening(.reminderForm(chat.id)))),
            close: Action(.screen(.closing(.messages))))
    }

    private static func slide(_ direction: HistoryDirection, _ chat: OpenChat) -> Action? {
        chat.canLoad(direction) ? Action(.history(.loading(chat: chat.id, direction))) : nil
    }

    private static func introduction(_ heading: ChatHeading) -> String? {
        if heading.isFamiliar || heading.members.count > 100 { return nil }
        let others = heading.members.all.filter { !$0.isOwn && $0.standing != .left && $0.standing != .requested }
        guard (1...3).contains(others.count) else { return nil }
        let names = others.map { heading.members.fullName(of: $0.id) }
        return "This chat is with \(names.joined(separator: ", "))."
    }

    private static func typing(_ chat: OpenChat, _ members: Members) -> String? {
        let names = chat.typists.map { $0.map(members.displayName) ?? "Somebody" }
        return switch names.count {
        case 0: nil
        case 1: "\(names[0]) is typing…"
        case 2: "\(names[0]) and \(names[1]) are typing…"
        default: "\(names[0]) and \(names.count - 1) others are typing…"
        }
    }

    static func row(
        _ message: Message, _ members: Members, _ state: MessagesViewModel.State, in chat: OpenChat,
        _ context: ViewContext
    ) -> MessagesViewModel.Row {
        MessagesViewModel.Row(
            message: message.id,
            isOwn: message.isOwn,
            sender: message.sender,
            senderName: message.isOwn ? Members.us : members.senderName(of: message.content),
            kind: message.kind,
            text: text(message, members),
            change: message.change,
            isEdited: message.isEdited,
            isMention: message.attention == .mention,
            date: message.date,
            dayText: DateText.day(message.date, now: context.now, context.region),
            statusText: status(message, context),
            state: state,
            reason: reason(message),
            retry: state == .failed ? Action(.outbox(.retrying(chat: chat.id, message: message.id))) : nil,
            edit: isChangeable(message) && message.kind == .text
                ? Action(.revision(.editing(chat: chat.id, message: message.id, text: "")), blanks: [.text]) : nil,
            delete: isChangeable(message)
                ? Action(.revision(.deleting(chat: chat.id, message: message.id))) : nil,
            keep: state == .deleting && message.delivery != .deleting(at: .distantPast)
                ? Action(.revision(.keeping(chat: chat.id, message: message.id))) : nil)
    }

    static func text(_ message: Message, _ members: Members) -> String {
        switch message.kind {
        case .text, .emote, .notice: message.text
        case .unshowable: PreviewText.placeholder(for: message.text)
        case .deleted: PreviewText.deleted
        case .system where message.change == nil && message.text.isEmpty: PreviewText.deleted
        case .system: message.change.map { ChatChangeText.sentence($0, by: message.sender, members) } ?? message.text
        }
    }

    /// Whether it is our own message, not deleted, and the server has it.
    private static func isChangeable(_ message: Message) -> Bool {
        message.isOwn && message.delivery == .sent && message.kind != .deleted
    }

    private static func status(_ message: Message, _ context: ViewContext) -> String {
        switch message.delivery {
        case .received, .sent, .deleting: DateText.time(message.date, context.region)
        case .sending: "Sending…"
        case .waiting: "Waiting for the connection"
        case .failed(let reason): reason
        }
    }

    static func state(_ message: Message, in chat: OpenChat) -> MessagesViewModel.State {
        switch message.delivery {
        case .received: .received
        case .sending: .sending
        case .waiting: .waiting
        case .failed: .failed
        case .deleting: .deleting
        case .sent where message.position <= chat.otherReadUpTo: .read
        case .sent where message.position <= chat.deliveredUpTo: .delivered
        case .sent: .sent
        }
    }

    private static func reason(_ message: Message) -> String? {
        if case .failed(let reason) = message.delivery { reason } else { nil }
    }
}
