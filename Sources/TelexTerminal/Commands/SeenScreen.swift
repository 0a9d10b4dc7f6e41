import TelexCore

/// What was on the screen when a line began. Its numbers, "the last message" and the like mean this, whatever arrives
/// while the line is being typed.
package struct SeenScreen: Hashable, Sendable {
    @Boxed var messages: MessagesViewModel? = nil
    @Boxed var chatList: ChatListViewModel? = nil
    @Boxed var contactList: ContactListViewModel? = nil
    @Boxed var upcoming: UpcomingViewModel? = nil
    @Boxed var recipients: RecipientsViewModel? = nil
    @Boxed var found: FoundViewModel? = nil
    @Boxed var notification: NotificationViewModel? = nil
    /// The chat in the reader, and the message under its cursor.
    @Boxed var reader: MessagesViewModel? = nil
    var target: MessageID?
    /// The people of a chat, if the line mentions somebody.
    var people: ChatPeople?
    var numbers = PrintedNumbers()
    /// The numbers of the chats in the bar.
    var jumps: [ChatID: Int] = [:]

    /// The chat that a command is about: that in the reader, or else the one that is open.
    var chat: ChatID? { reader?.chat ?? messages?.chat }

    /// Whether a number means a row of the list: the one that was printed last. Before any was printed, and while the
    /// output is JSON, it is a list that is open.
    func shows(_ list: PrintedNumbers.List) -> Bool {
        if let latest = numbers.latest { return latest == list }
        return switch list {
        case .chats: true
        case .contacts: contactList != nil
        case .upcoming: upcoming != nil
        case .candidates: recipients != nil
        case .found: found != nil
        }
    }

    /// The command that edits our last message; `nil` if it cannot be edited. A text that begins with a number would be
    /// taken for the number of a message.
    var editing: String? {
        guard let messages, messages.latest == nil, let row = messages.lastOwn, row.edit != nil,
            ActionFinder.leadingNumber(of: row.text) == nil
        else { return nil }
        return row.typedAgain.map { "/\(Command.edit.name) \($0)" }
    }
}

extension Shown<MessagesViewModel.Row> {
    /// What gives the same text when it is typed; `nil` if nothing does: a spoiler, or a mark that stands for itself, cannot
    /// always be typed.
    var typedAgain: String? {
        let text = FormattedText(self.text, self.spans ?? [])
        // Whom the message mentions, if only by what it says.
        let mentioned: [Composition.Person] = text.spans.compactMap { span in
            let name = text.text.unicodeScalars.dropFirst(span.start + 1).prefix(span.length - 1)
            return span.user.map { Composition.Person(name: String(name), user: $0) }
        }
        let again = Composition(people: mentioned).read(text.markdown)
        return again.text == text.text && Set(again.spans) == Set(text.spans) ? text.markdown : nil
    }
}

extension MessagesViewModel {
    /// The user's last message that is not deleted.
    var lastOwn: Shown<Row>? { messages.last { $0.isOwn && $0.kind != .deleted } }
}

extension SeenScreen {
    /// The message that a typed command is about; `nil` for other lines, and if there is no such message.
    func target(of line: String) -> Shown<MessagesViewModel.Row>? {
        guard case .command(let command, let argument) = Typed.parse(line),
            [.reply, .react, .edit, .delete, .copy, .report].contains(command), let messages
        else { return nil }
        if let reader, reader.chat == messages.chat, let row = reader.messages.first(where: { $0.message == target }) {
            return row
        }
        if let number = ActionFinder.leadingNumber(of: argument) {
            return numbers.messages.rows(of: messages.messages.reversed()).first { $0.number == number }?.row
        }
        if messages.latest != nil { return nil }
        if command == .edit || command == .delete { return messages.lastOwn }
        return messages.messages.last {
            $0.kind != .deleted && $0.kind != .system && !$0.isIgnored
                && (![.reply, .report].contains(command) || !$0.isOwn)
        }
    }
}
