/// Formats the inbox.
enum InboxViewModelBuilder {
    /// - Returns: `nil` before the first page or error.
    static func build(_ window: InboxWindow, _ context: ViewContext) -> InboxViewModel? {
        if let error = window.error { return InboxViewModel(cursor: window.cursor, errorText: error, messages: []) }
        return window.page.map { page in
            InboxViewModel(
                cursor: page.cursor, errorText: nil,
                messages: page.messages.filter { !context.chats.ignored.holds($0.message) }.map { row($0, context) })
        }
    }

    private static func row(_ arrived: InboxMessage, _ context: ViewContext) -> InboxViewModel.Row {
        let message = arrived.message
        // `nil` if the chat no longer exists.
        let heading = context.chats.heading(message.chat)
        let members = heading?.members ?? Members()
        let canAnswer = heading.map { $0.barrier == nil } ?? false
        return InboxViewModel.Row(
            cursor: arrived.cursor,
            chat: message.chat,
            title: heading?.title ?? message.chat.text,
            message: message.id,
            isOwn: message.isOwn,
            sender: message.sender,
            senderName: members.senderName(of: message.content, isOwn: message.isOwn),
            program: message.program,
            kind: message.kind,
            text: message.file == nil ? MessagesViewModelBuilder.text(message.content, members) : message.text,
            spans: message.spans.isEmpty ? nil : message.spans,
            file: message.file,
            replyTo: message.replyTo,
            change: message.change,
            attention: message.attention,
            isMuted: heading?.settings.mutes(message.attention) ?? false,
            date: message.date,
            dateText: DateText.short(message.date, now: context.now, context.region),
            answer: canAnswer
                ? Action(.message(.sending(OutgoingMessage(chat: message.chat, text: ""))), blanks: [.text]) : nil,
            markRead: !message.isOwn && heading?.hasUnread == true
                ? Action(.message(.reading(chat: message.chat))) : nil,
            open: Action(.screen(.opening(.messages(message.chat)))))
    }
}
