/// Formats the open chat.
enum MessagesViewModelBuilder {
    static func build(_ chat: OpenChat, _ rows: [Shown<MessagesViewModel.Row>]) -> MessagesViewModel {
        let error = chat.barrier ?? chat.refusal ?? chat.error
        return MessagesViewModel(
            chat: chat.id,
            contact: chat.contact,
            isEncrypted: chat.isEncrypted,
            shouldShowBusy: chat.isBusy,
            shouldShowEmpty: !chat.isBusy && chat.total == 0 && error == nil,
            shouldShowError: error != nil,
            error: error,
            errorRevision: chat.refusals > 0 ? chat.refusals : nil,
            inputRevision: chat.inputRevision,
            typing: typing(chat),
            total: chat.total,
            messages: rows,
            gap: !chat.hasOlder && chat.gap?.isHole == true
                ? "Messages are missing before these." : nil,
            loadOlder: chat.canLoadOlder && !chat.isBusy ? Action(.history(.loadingOlder(chat: chat.id))) : nil,
            send: Action(.message(.sending(chat: chat.id, text: "", message: nil)), blanks: [.text]),
            whileTyping: Action(.presence(.userTyping(chat: chat.id))),
            afterShowingMessages: chat.hasUnread ? Action(.message(.userReads(chat: chat.id))) : nil,
            remind: Action(.screen(.opened(.addReminder(chat.id)))),
            back: Action(.screen(.closed(.messages))))
    }

    private static func typing(_ chat: OpenChat) -> String? {
        let names = chat.typists.map { $0 ?? chat.contact }
        return switch names.count {
        case 0: nil
        case 1: "\(names[0]) is typing…"
        case 2: "\(names[0]) and \(names[1]) are typing…"
        default: "\(names[0]) and \(names.count - 1) others are typing…"
        }
    }

    static func row(_ message: Message, in chat: OpenChat, _ context: ViewContext) -> MessagesViewModel.Row {
        MessagesViewModel.Row(
            message: message.id,
            isOwn: message.isOwn,
            who: message.isOwn ? "You" : message.author ?? chat.contact,
            kind: message.kind,
            text: text(message),
            isEdited: message.isEdited,
            isMention: message.attention == .mention,
            day: DateText.day(message.date, now: context.now, context.region),
            status: status(message, context),
            mark: mark(message, in: chat),
            retry: isFailed(message) ? Action(.outbox(.retrying(chat: chat.id, message: message.id))) : nil,
            edit: isChangeable(message) && message.kind == .text
                ? Action(.revision(.editing(chat: chat.id, message: message.id, text: "")), blanks: [.text]) : nil,
            delete: isChangeable(message)
                ? Action(.revision(.deleting(chat: chat.id, message: message.id))) : nil)
    }

    private static func text(_ message: Message) -> String {
        switch message.kind {
        case .text, .emote, .notice: message.text
        case .unshowable: PreviewText.placeholder(for: message.text)
        case .deleted: PreviewText.deleted
        }
    }

    /// Whether it is one of ours that the server has.
    private static func isChangeable(_ message: Message) -> Bool {
        message.isOwn && message.delivery == .sent && message.kind != .deleted
    }

    private static func status(_ message: Message, _ context: ViewContext) -> String {
        switch message.delivery {
        case .received, .sent: DateText.time(message.date, context.region)
        case .sending: "Sending…"
        case .waiting: "Waiting for the connection"
        case .failed(let reason): reason
        }
    }

    static func mark(_ message: Message, in chat: OpenChat) -> MessagesViewModel.Mark {
        switch message.delivery {
        case .received: .none
        case .sending: .sending
        case .waiting: .waiting
        case .failed: .failed
        case .sent where message.position <= chat.otherReadUpTo: .read
        case .sent where message.position <= chat.deliveredUpTo: .delivered
        case .sent: .sent
        }
    }

    private static func isFailed(_ message: Message) -> Bool {
        if case .failed = message.delivery { true } else { false }
    }
}
