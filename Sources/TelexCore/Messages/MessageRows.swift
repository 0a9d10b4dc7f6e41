/// The rows of the open chat. Each is rebuilt only when its source changes.
struct MessageRows {
    /// A row, with what it was built from besides the members and the context.
    private final class Entry {
        let message: Shown<Message>
        let state: MessagesViewModel.State
        let answered: AnsweredMessage?
        let file: Transfers.Place?
        let row: Shown<MessagesViewModel.Row>

        init(
            _ message: Shown<Message>, _ state: MessagesViewModel.State, _ answered: AnsweredMessage?,
            _ file: Transfers.Place?, _ row: MessagesViewModel.Row
        ) {
            (self.message, self.state, self.answered, self.file) = (message, state, answered, file)
            self.row = Shown(row)
        }
    }

    private var entries: [Entry] = []
    private var members = Members()
    private var ignored = IgnoredPeople()
    private var context: Int?

    mutating func rows(
        of chat: OpenChat, _ heading: ChatHeading?, _ transfers: Transfers, _ context: ViewContext
    ) -> [Shown<MessagesViewModel.Row>] {
        let members = heading?.members ?? Members()
        let ignored = heading?.ignored ?? IgnoredPeople()
        let isSame = context.revision == self.context && members == self.members && ignored == self.ignored
        var known = isSame ? entries[...] : []
        (self.members, self.ignored, self.context) = (members, ignored, context.revision)
        entries = chat.messages.map { shown in
            let message = shown.row
            let state = MessagesViewModelBuilder.state(message, in: chat)
            let answered = chat.answered(by: message)
            let file = message.content.file.map { transfers.place(of: $0, in: message.key) }
            // Messages mostly keep their order, so those before this one are gone. One that has moved is rebuilt.
            if let place = known.firstIndex(where: { $0.message === shown || $0.message.row.id == message.id }) {
                let entry = known[place]
                known = known[(place + 1)...]
                if entry.message == shown, entry.state == state, entry.answered == answered, entry.file == file {
                    return entry
                }
            }
            let row = MessagesViewModelBuilder.row(
                message, members, ignoring: ignored, state, answering: answered, transfers, context)
            return Entry(shown, state, answered, file, row)
        }
        return entries.map { $0.row }
    }
}
