import TelexCore
import TelexRuntime

/// The commands that show much of a chat at once. They read it in a window of its own, so the chat on the screen stays
/// where it is.
extension Invocation {
    private typealias Row = Shown<MessagesViewModel.Row>

    /// Prints the messages before those shown: at least so many, or all since the beginning of a day, or one page.
    func showOlder() throws {
        if argument.isEmpty, screen.oldest?.id == screen.messages?.messages.first?.id {
            return try press(\.older, orSay: "There are no older messages.")
        }
        if argument == "first" { return try press(\.first, orSay: "The beginning of the chat is already shown.") }
        guard let chat = screen.messages, !chat.shouldShowBusy else { throw Complaint.nothingToDo(command) }
        guard let first = screen.oldest ?? chat.messages.first, chat.older != nil || first.id != chat.messages.first?.id
        else {
            throw Complaint.refused("There are no older messages.")
        }
        let isEnough = try end(first)
        let (known, model) = try session.beside { try $0.rows(of: chat.chat, before: first, until: isEnough) }
        // Our messages that are not sent come last in the chat, and may be the first ones on the screen.
        let rows = known.filter { !screen.order.contains($0) }
        guard let model, !rows.isEmpty else {
            if model?.older == nil { throw Complaint.refused("There are no older messages.") }
            // The server has more of them.
            return try press(\.older, orSay: "There are no older messages.")
        }
        for printed in MessagesText(screen.layout).above(rows[...], first, in: model) { repl.skin.print(printed) }
        screen.noteAbove(rows)
    }

    /// How far `/history` goes back, as the argument says: whether so many messages, of which this is the oldest, are enough.
    ///
    /// - Parameter first: the oldest message on the screen.
    private func end(_ first: Row) throws -> (_ count: Int, _ oldest: Row) -> Bool {
        if argument.isEmpty { return { count, _ in count >= RowLimit.page } }
        if let least = Int(argument), least > 0 { return { count, _ in count >= least } }
        guard let day = DueDateUseCase.pastDay(argument, now: session.now, session.region) else {
            throw Complaint.wrongArgument(command, argument)
        }
        if first.date < day { throw Complaint.refused("All messages since then are shown already.") }
        return { _, oldest in oldest.date < day }
    }

    /// Shows the whole chat in a pager, as far as it is stored here.
    func page() throws {
        guard var chat = screen.messages, !chat.shouldShowBusy else { throw Complaint.nothingToDo(command) }
        let rows = try session.beside { try $0.rows(of: chat.chat, before: nil) { _, _ in false } }.rows
        // What is above the first row is not stored here.
        chat.older = nil
        let entries = MessagesText(.inline).opening(chat, rows[...])
        let text = entries.flatMap(\.lines).map { $0.rendered(paint: .none) + "\n" }.joined()
        if !repl.page(text) { throw Complaint.noPager }
    }
}

extension ChatWindow {
    /// Reads a chat from its end to its beginning, as far as it is stored here.
    ///
    /// - Parameters:
    ///   - known: the row before which to begin; `nil` for the end of the chat.
    ///   - isEnough: whether so many rows, of which this is the oldest, are enough.
    /// - Returns: the rows, and the view as it was at the end.
    fileprivate func rows(
        of chat: ChatID, before known: Shown<MessagesViewModel.Row>?,
        until isEnough: (_ count: Int, _ oldest: Shown<MessagesViewModel.Row>) -> Bool
    ) throws -> (rows: [Shown<MessagesViewModel.Row>], model: MessagesViewModel?) {
        let latest = LatestModel<MessagesViewModel>()
        bind(latest)
        try receive(.screen(.opening(.messages(chat))))
        // From the end of the chat to its beginning.
        var pages: [ArraySlice<Shown<MessagesViewModel.Row>>] = []
        var (count, top) = (0, nil as String?)
        var isPast = known == nil
        while let model = latest.model, !model.shouldShowBusy, let first = model.messages.first, first.id != top {
            var page = model.messages.prefix { $0.id != top }
            top = first.id
            if !isPast, let end = page.firstIndex(where: { $0.id == known?.id }) {
                isPast = true
                page = page[..<end]
            }
            if isPast, !page.isEmpty {
                pages.append(page)
                count += page.count
                if isEnough(count, first) { break }
            }
            guard let older = model.older else { break }
            try receive(older.event)
        }
        return (pages.reversed().flatMap(\.self), latest.model)
    }
}
