/// The rows of the open chat. Each is rebuilt only when its source changes.
struct MessageRows {
    /// Everything that a row is built from, apart from the context.
    private struct Source: Hashable {
        let message: Message
        let members: Members
        let state: MessagesViewModel.State
        let answered: AnsweredMessage?
    }

    private var rows: [MessageID: (source: Source, row: Shown<MessagesViewModel.Row>)] = [:]
    private var context: Int?

    mutating func rows(
        of chat: OpenChat, _ heading: ChatHeading?, _ context: ViewContext
    ) -> [Shown<MessagesViewModel.Row>] {
        var kept = context.revision == self.context ? rows : [:]
        self.context = context.revision
        rows.removeAll(keepingCapacity: true)
        let members = heading?.members ?? Members()
        return chat.messages.map { message in
            let source = Source(
                message: message, members: members, state: MessagesViewModelBuilder.state(message, in: chat),
                answered: chat.answered(by: message))
            let known = kept.removeValue(forKey: message.id)
            let row =
                known?.source == source
                ? known!.row
                : Shown(
                    MessagesViewModelBuilder.row(
                        message, members, source.state, answering: source.answered, in: chat, context))
            rows[message.id] = (source, row)
            return row
        }
    }
}
