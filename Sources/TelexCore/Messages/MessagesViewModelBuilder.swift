/// Formats the open chat.
enum MessagesViewModelBuilder {
    /// - Parameter heading: `nil` where there is no such chat.
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
            typingText: typing(chat, title),
            totalCount: chat.total,
            messages: rows,
            gapText: !chat.hasOlder && chat.gap?.isHole == true
                ? "Messages are missing before these." : nil,
            loadMore: chat.canLoadOlder && !chat.isBusy ? Action(.history(.loading(chat: chat.id))) : nil,
            send: Action(.message(.sending(chat: chat.id, text: "", message: nil)), blanks: [.text]),
            typing: Action(.presence(.typing(chat: chat.id))),
            markRead: chat.isLoaded && heading?.hasUnread == true
                ? Action(.message(.reading(chat: chat.id))) : nil,
            addReminder: Action(.screen(.opening(.reminderForm(chat.id)))),
            close: Action(.screen(.closing(.messages))))
    }

    private static func typing(_ chat: OpenChat, _ title: String) -> String? {
        let names = chat.typists.map { $0 ?? title }
        return switch names.count {
        case 0: nil
        case 1: "\(names[0]) is typing…"
        case 2: "\(names[0]) and \(names[1]) are typing…"
        default: "\(names[0]) and \(names.count - 1) others are typing…"
        }
    }

    static func row(
        _ message: Message, _ title: String, _ state: MessagesViewModel.State, in chat: OpenChat,
        _ context: ViewContext
    ) -> MessagesViewModel.Row {
        MessagesViewModel.Row(
            message: message.id,
            isOwn: message.isOwn,
            sender: message.sender,
            senderName: message.isOwn ? "You" : message.senderName ?? title,
            kind: message.kind,
            text: text(message),
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

    static func state(_ message: Message, in chat: OpenChat) -> MessagesViewModel.State {
        switch message.delivery {
        case .received: .received
        case .sending: .sending
        case .waiting: .waiting
        case .failed: .failed
        case .sent where message.position <= chat.otherReadUpTo: .read
        case .sent where message.position <= chat.deliveredUpTo: .delivered
        case .sent: .sent
        }
    }

    private static func reason(_ message: Message) -> String? {
        if case .failed(let reason) = message.delivery { reason } else { nil }
    }
}
