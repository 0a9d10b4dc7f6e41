/// The rows of the open chat, each built only when what it shows has changed.
struct MessageRows {
    /// All that a row follows from, beside the day.
    private struct Source: Hashable {
        let message: Message
        let contact: String
        let mark: MessagesViewModel.Mark
    }

    private var rows: [MessageID: (source: Source, row: Shown<MessagesViewModel.Row>)] = [:]

    mutating func clear() { rows = [:] }

    mutating func rows(of chat: OpenChat, _ context: ViewContext) -> [Shown<MessagesViewModel.Row>] {
        var kept = rows
        rows.removeAll(keepingCapacity: true)
        return chat.messages.map { message in
            let source = Source(
                message: message, contact: chat.contact, mark: MessagesViewModelBuilder.mark(message, in: chat))
            let known = kept.removeValue(forKey: message.id)
            let row =
                known?.source == source ? known!.row : Shown(MessagesViewModelBuilder.row(message, in: chat, context))
            rows[message.id] = (source, row)
            return row
        }
    }
}
