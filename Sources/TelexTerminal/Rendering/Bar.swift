import TelexCore

/// The line above the input: who the user is, the state of the connection, and the chats with news, each with a number.
struct Bar {
    /// The numbers of the chats with news. A chat keeps its number until it is read, whatever happens in the others.
    private(set) var numbers: [ChatID: Int] = [:]

    /// - Parameter open: the open chat, whose news are on the screen.
    mutating func follow(_ list: ChatListViewModel?, open: ChatID?) {
        let news = Self.news(list, open: open)
        let ids = Set(news.map { $0.chat })
        numbers = numbers.filter { ids.contains($0.key) }
        let taken = Set(numbers.values)
        var free = (1...).lazy.filter { !taken.contains($0) }.makeIterator()
        for row in news where numbers[row.chat] == nil { numbers[row.chat] = free.next() }
    }

    /// The chats that have unread messages, apart from the open one and what is muted.
    static func news(_ list: ChatListViewModel?, open: ChatID?) -> [Shown<ChatListViewModel.Row>] {
        (list?.chats ?? []).filter { row in
            (row.newsCount > 0 || row.isMarkedUnread) && row.chat != open
        }
    }

    /// The chat to read next: one that mentions us, if there is any.
    static func next(_ list: ChatListViewModel?, open: ChatID?) -> Shown<ChatListViewModel.Row>? {
        let news = news(list, open: open)
        return news.first { $0.mentionCount > 0 } ?? news.first
    }

    /// Who the user is, and the state of the connection.
    func identity(_ connection: ConnectionViewModel?, user: String?) -> StyledText {
        var parts = user.map { [StyledText($0, .secondary)] } ?? []
        if let connection {
            let words = connection.state == .offline ? "offline" : connection.statusText.lowercased()
            let waiting = connection.queuedCount > 0 ? ", \(connection.queuedCount) waiting" : ""
            parts.append(StyledText(words + waiting, connection.state == .offline ? .error : .secondary))
        }
        return parts.dropFirst().reduce(parts.first ?? "") { $0 + "  " + $1 }
    }

    /// The chats with news, each with its number; those that mention us first.
    func news(_ list: ChatListViewModel?) -> [StyledText] {
        let rows = (list?.chats ?? []).filter { numbers[$0.chat] != nil }
        func place(_ row: Shown<ChatListViewModel.Row>) -> (Int, Int) {
            (row.mentionCount > 0 ? 0 : 1, numbers[row.chat]!)
        }
        return rows.sorted { place($0) < place($1) }.map { row in
            let mark = row.mentionCount > 0 ? " @" : ""
            let title = TextWidth.cut(HarmlessText.of(row.title), to: 16)
            return StyledText("[\(numbers[row.chat]!) ", .secondary)
                + StyledText(
                    title + (row.newsCount > 0 ? " \(row.newsCount)" : "") + mark, mark.isEmpty ? .news : .mention)
                + StyledText("]", .secondary)
        }
    }
}

extension Shown<ChatListViewModel.Row> {
    /// How many messages are unread and not muted.
    fileprivate var newsCount: Int { row.muted.map { $0.keepsMentions ? row.mentionCount : 0 } ?? row.unreadCount }
}
