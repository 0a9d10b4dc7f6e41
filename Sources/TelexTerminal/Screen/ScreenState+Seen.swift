import TelexCore

/// What is on the screen.
extension ScreenState {
    /// What is on the screen now.
    var seen: SeenScreen {
        var seen = SeenScreen(people: people, numbers: numbers, jumps: bar.numbers)
        seen.messages = self.messages.map(order.applied)
        seen.$chatList = views.chatList.$current
        seen.$contactList = views.contactList.$current
        seen.$upcoming = views.upcoming.$current
        seen.$recipients = views.recipients.$current
        seen.$found = views.found.$current
        seen.$notification = views.notification.$current
        seen.$reader = views.reader.$current
        return seen
    }

    /// The open screen, where a line takes effect.
    var place: Screen {
        if let chat = self.messages { return .messages(chat.chat) }
        if self.chatForm != nil { return .chatForm }
        if let form = self.contactForm { return .contactForm(form.contact) }
        if let form = self.reminderForm { return .reminderForm(form.chat) }
        if self.upcoming != nil { return .upcoming }
        return self.contactList == nil ? .chatList : .contactList
    }

    /// Whether no screen covers the list of chats.
    var isOnList: Bool { views.isOnList }

    /// The chat whose last messages are on the screen.
    var read: ChatID? { self.messages.flatMap { $0.latest == nil ? $0.chat : nil } }

    /// What to tell of the messages of the open chat that are on the screen; `nil` if that makes no difference, or if
    /// nobody may have seen them.
    var seenMessages: Event? {
        guard !isAbsent, self.reader == nil, let chat = views.messages.printed.map(order.applied), chat.seen != nil
        else { return nil }
        let (start, unread) = (firstVisible(in: chat), read(in: chat))
        let hasAnswered = chat.messages[unread...].contains { $0.isOwn && $0.replyTo == nil }
        return start <= unread || hasAnswered
            ? chat.seenAtEnd(chat.messages[start...]) : chat.seen(chat.messages[start...])
    }

    /// How many unread messages are above those on the screen.
    var unreadAbove: Int {
        guard let chat = self.messages.map(order.applied), let row = openRow, row.unreadCount > 0 else { return 0 }
        return max(0, row.unreadCount - chat.messages[firstVisible(in: chat)...].count { $0.isOthersText })
    }

    /// What came at once, or while something else covered the screen, may have scrolled off unseen.
    private func firstVisible(in chat: MessagesViewModel) -> Int {
        let printed: Int = chat.messages.firstIndex(where: order.contains) ?? 0
        let visible: Int = size.map { ChatOpening.firstVisible(of: chat, on: $0, layout, upTo: read(in: chat)) } ?? 0
        return max(printed, visible)
    }

    /// An index before which all messages are read. It saves the layout of those on the screen.
    private func read(in chat: MessagesViewModel) -> Int {
        guard var unread = openRow?.unreadCount, unread > 0 else { return 0 }
        let first = chat.messages.lastIndex { row in
            if row.isOthersText { unread -= 1 }
            return unread == 0
        }
        return first ?? 0
    }

    /// The event that closes the form for a new chat again, if one line has opened it and the chat could not be made; in a
    /// pipe, what was open before closes, too.
    var retreat: Event? {
        if leavesChat, let open = self.messages { return open.close.event }
        guard isOneLine, let form = views.chatForm.printed, !form.shouldShowBusy, form.errorText != nil,
            form.knock == nil
        else { return nil }
        return form.close.event
    }
}

extension Screen {
    /// The chat that the screen shows; `nil` if it shows something else.
    var chat: ChatID? { if case .messages(let chat) = self { chat } else { nil } }
}

extension Shown<MessagesViewModel.Row> {
    /// Whether it is a text of somebody else, which counts as unread everywhere.
    fileprivate var isOthersText: Bool { !self.isOwn && self.kind == .text && !self.isIgnored }
}
