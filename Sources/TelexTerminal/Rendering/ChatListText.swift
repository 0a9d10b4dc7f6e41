import TelexCore

/// The chat list in words.
enum ChatListText {
    /// What changes on the terminal of itself: only that the list cannot be had. The rest is printed when it is asked for.
    static func changes(_ old: ChatListViewModel?, _ new: ChatListViewModel?) -> [StyledText] {
        guard let error = new?.error, error != old?.error else { return [] }
        return [StyledText("! \(error) /reload tries again.", .red)]
    }

    /// The whole list.
    static func lines(_ model: ChatListViewModel) -> [StyledText] {
        if model.shouldShowBusy { return [StyledText("Loading the chats…", .dim)] }
        if let error = model.error { return [StyledText("! \(error) /reload tries again.", .red)] }
        if model.shouldShowEmpty {
            return ["No chats yet. /new Eliza starts one with the built-in bot; /help lists the commands."]
        }
        let width = model.chats.map(\.contact.count).max().map { min($0, 24) } ?? 0
        let dates = model.chats.map(\.lastMessageDate.count).max() ?? 0
        var lines = [StyledText("Chats", .bold)]
        for (index, row) in model.chats.enumerated() {
            lines.append(line(row, number: index + 1, width: width, dates: dates))
        }
        if model.loadMore != nil {
            lines.append(StyledText("\(model.chats.count) of \(model.total) chats; /more shows more.", .dim))
        }
        return lines
    }

    private static func line(_ row: ChatListViewModel.Row, number: Int, width: Int, dates: Int) -> StyledText {
        let contact = row.contact.count > width ? row.contact.prefix(width - 1) + "…" : row.contact[...]
        let unread = row.unreadMessageCount > 0
        return StyledText(Columns.right("\(number)", 3) + "  ", .dim)
            + StyledText(Columns.left(String(contact), width), unread ? .bold : .plain)
            + StyledText(dates > 0 ? "  " + Columns.right(row.lastMessageDate, dates) : "", .dim)
            + StyledText(unread ? " (\(row.unreadMessageCount))" : "", .yellow)
            + StyledText(row.message.isEmpty ? "" : "  " + row.message.prefix(60))
    }
}

/// Text in columns.
enum Columns {
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
