import TelexCore
import TelexRuntime

/// Implements the commands that show much of a chat at once.
struct HistoryCommands {
    typealias Row = Shown<MessagesViewModel.Row>

    let skin: TextSkin
    let session: any ChatSession

    /// Prints the messages before those shown: at least so many, or all since the beginning of a day.
    func show(_ argument: String) throws {
        guard let chat = skin.messages.current else { throw Complaint.nothingToDo(.history) }
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
            throw Complaint.wrongArgument(.history, argument)
        }
        guard chat.older != nil, let first = chat.messages.first else {
            throw Complaint.refused("There are no older messages.")
        }
        let rows = try collect(until: isEnough)
        guard !rows.isEmpty, let now = skin.messages.current else { return }
        skin.messages.catchUp()
        skin.print(MessagesText.above(rows[...], first, in: now))
    }

    /// Returns the whole chat as text, as far as it is stored here. The chat then shows its last messages.
    func text() throws -> String {
        guard let open = skin.messages.current, !open.shouldShowBusy else { throw Complaint.nothingToDo(.pager) }
        return try skin.aside {
            try latest()
            guard let chat = skin.messages.current else { throw Complaint.nothingToDo(.pager) }
            let rows = try pages { _ in false }.reversed().joined() + chat.messages
            let entries = MessagesText.opening(chat, rows[...])
            try latest()
            return entries.flatMap(\.lines).map { $0.rendered(paint: .none) + "\n" }.joined()
        }
    }

    private func latest() throws {
        guard let latest = skin.messages.current?.latest else { return }
        try session.receive(latest.event)
        try session.flush()
    }

    private func collect(until isEnough: ([Row]) -> Bool) throws -> [Row] {
        try skin.aside { try Array(pages(until: isEnough).reversed().joined()) }
    }

    /// Loads the older pages, the newest of them first, until one is enough. Stops at messages that are not stored here.
    private func pages(until isEnough: ([Row]) -> Bool) throws -> [[Row]] {
        var pages: [[Row]] = []
        while let chat = skin.messages.current, let older = chat.older, let first = chat.messages.first {
            try session.receive(older.event)
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
