import TelexCore
import TelexRuntime

/// The commands that show much of a chat at once.
extension Invocation {
    private typealias Row = Shown<MessagesViewModel.Row>

    /// Prints the messages before those shown: at least so many, or all since the beginning of a day, or one page.
    func showOlder() throws {
        if argument.isEmpty { return try press(\.older, orSay: "There are no older messages.") }
        guard let chat = skin.messages.current else { throw Complaint.nothingToDo(command) }
        let isEnough: ([Row]) -> Bool
        if let count = Int(argument), count > 0 {
            var total = 0
            isEnough = { page in
                total += page.count
                return total >= count
            }
        } else if let day = DueDateUseCase.pastDay(argument, now: session.now, session.region) {
            isEnough = { $0.first.map { $0.date < day } ?? false }
            if isEnough(chat.messages) { throw Complaint.refused("All messages since then are shown already.") }
        } else {
            throw Complaint.wrongArgument(command, argument)
        }
        guard chat.older != nil, let first = chat.messages.first else {
            throw Complaint.refused("There are no older messages.")
        }
        let rows = try skin.aside { try Array(pages(until: isEnough).reversed().joined()) }
        guard !rows.isEmpty, let now = skin.messages.current else { return }
        skin.messages.catchUp()
        skin.print(MessagesText.above(rows[...], first, in: now))
    }

    /// Shows the whole chat in a pager, as far as it is stored here. The chat then shows its last messages.
    func page() throws {
        guard let open = skin.messages.current, !open.shouldShowBusy else { throw Complaint.nothingToDo(command) }
        let text = try skin.aside {
            try latest()
            guard let chat = skin.messages.current else { throw Complaint.nothingToDo(command) }
            let rows = try pages { _ in false }.reversed().joined() + chat.messages
            let entries = MessagesText.opening(chat, rows[...])
            try latest()
            return entries.flatMap(\.lines).map { $0.rendered(paint: .none) + "\n" }.joined()
        }
        if !repl.page(text) { throw Complaint.noPager }
    }

    private func latest() throws {
        guard let latest = skin.messages.current?.latest else { return }
        try receive(latest.event)
        try session.flush()
    }

    /// Loads the older pages, the newest of them first, until one is enough. Stops at messages that are not stored here.
    private func pages(until isEnough: ([Row]) -> Bool) throws -> [[Row]] {
        var pages: [[Row]] = []
        while let chat = skin.messages.current, let older = chat.older, let first = chat.messages.first {
            try receive(older.event)
            try session.flush()
            guard let now = skin.messages.current, !now.shouldShowBusy else { break }
            let page = Array(now.messages.prefix { $0.id != first.id })
            if page.isEmpty { break }
            pages.append(page)
            if isEnough(page) { break }
        }
        return pages
    }
}
