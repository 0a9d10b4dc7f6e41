import TelexCore

/// Something that `/undo` can take back.
enum Undoable {
    /// A message of ours was sent, and may still wait.
    case message
    /// This message of ours, of the chat, is to be deleted, or was removed because it was not sent.
    case deletion(Shown<MessagesViewModel.Row>, ChatID)
    /// The reminders were changed. The action takes that back.
    case reminder(Action)
    /// A contact was deleted, or contacts were imported. The action takes that back.
    case contact(Action)

    /// Whether only one of the two can be undone, because they are of the same kind.
    fileprivate func replaces(_ other: Undoable) -> Bool {
        switch (self, other) {
        case (.message, .message), (.deletion, .deletion), (.reminder, .reminder), (.contact, .contact): true
        default: false
        }
    }
}

extension ScreenState {
    /// Notes what `/undo` takes back next.
    mutating func note(_ undoable: Undoable?) {
        guard let undoable else { return }
        undoables = undoables.filter { !undoable.replaces($0) } + [undoable]
    }

    /// The last message of ours in the open chat, if the server does not have it.
    fileprivate var unsent: Shown<MessagesViewModel.Row>? {
        self.messages?.lastOwn.flatMap { $0.isUnsent ? $0 : nil }
    }
}

extension Shown<MessagesViewModel.Row> {
    /// Whether it is a message of ours that the server does not have.
    fileprivate var isUnsent: Bool { [MessagesViewModel.State.waiting, .sending, .failed].contains(self.state) }
}

extension Invocation {
    func undo() throws {
        let key = session.undoableDeletions.last
        switch screen.undoables.popLast() {
        case .message:
            // If it is sent, `/undo` means what was done before.
            guard let chat = screen.messages, let row = screen.unsent else { return try undo() }
            try session.together {
                try draft(row, in: chat)
                try press(row.delete)
            }
        case .deletion(let row, let id):
            if row.isUnsent, let chat = screen.messages, chat.chat == id, chat.latest == nil,
                !chat.messages.contains(where: { $0.id == row.id })
            {
                return try draft(row, in: chat)
            }
            guard let key else { throw Complaint.cannotKeep }
            try keep(key)
        case .reminder(let undo): try undoReminderChange(undo)
        case .contact(let undo): try undoContactChange(undo)
        case nil: if let key { try keep(key) } else { try undoReminderChange(screen.upcoming?.undo) }
        }
    }

    /// Makes the text of a message the draft of the chat.
    private func draft(_ row: Shown<MessagesViewModel.Row>, in chat: MessagesViewModel) throws {
        let text = Typed.line(for: row)
        try receive(chat.draft.filled([text, chat.draftText].compactMap(\.self).joined(separator: "\n")))
        repl.takeBack(text, in: chat.chat)
        if !repl.showsDrafts { say(StyledText("Taken back as a draft: \(HarmlessText.of(text))")) }
    }

    /// Keeps a message of ours, in whichever chat it is.
    private func keep(_ key: MessageKey) throws {
        try receive(.revision(.keeping(key)))
        if screen.messages?.messages.contains(where: { $0.message == key.message }) == true { return }
        let chat = screen.chatList?.chats.first { $0.chat == key.chat }
        say(StyledText("Kept the message in \(HarmlessText.of(chat?.title ?? key.chat.text))."))
    }
}
