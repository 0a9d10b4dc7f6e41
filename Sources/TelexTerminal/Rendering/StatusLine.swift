import TelexCore

/// The line above the input: who the user is, the state of the connection, and the chats with news, each with a number.
struct StatusLine {
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

    /// The chats that have unread messages, apart from the open one.
    static func news(_ list: ChatListViewModel?, open: ChatID?) -> [Shown<ChatListViewModel.Row>] {
        (list?.chats ?? []).filter { $0.unreadCount > 0 && $0.chat != open }
    }

    /// The chat to read next: one that mentions us, if there is any.
    static func next(_ list: ChatListViewModel?, open: ChatID?) -> Shown<ChatListViewModel.Row>? {
        let news = news(list, open: open)
        return news.first { $0.mentionCount > 0 } ?? news.first
    }

    func text(_ list: ChatListViewModel?, _ connection: ConnectionViewModel?, user: String?) -> StyledText {
        var text = StyledText("")
        if let user { text += StyledText("\(user)  ", .secondary) }
        if let connection {
            let words = connection.state == .offline ? "offline" : connection.statusText.lowercased()
            let waiting = connection.queuedCount > 0 ? ", \(connection.queuedCount) waiting" : ""
            text += StyledText(words + waiting, connection.state == .offline ? .error : .secondary)
        }
        let rows = (list?.chats ?? []).filter { numbers[$0.chat] != nil }
        for row in rows.sorted(by: { numbers[$0.chat]! < numbers[$1.chat]! }) {
            let mark = row.mentionCount > 0 ? " @" : ""
            let title = TextWidth.cut(HarmlessText.of(row.title), to: 16)
            text += StyledText("  [\(numbers[row.chat]!) ", .secondary)
            text += StyledText("\(title) \(row.unreadCount)\(mark)", mark.isEmpty ? .news : .mention)
            text += StyledText("]", .secondary)
        }
        return text
    }
}
