import Foundation
import GRDB
import TelexCore

/// The rows of `chat`.
enum ChatRecord {
    static func save(_ chat: Chat, key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE chat SET title = ?, readUpTo = ?, unread = ?, mentions = ?, unloaded = ?, unloadedMentions = ?,
                    recency = ?, lastOrder = ?, mute = ?, details = ?
                WHERE key = ?
                """)
        try statement.execute(arguments: [
            StoredText.encode(chat.title), chat.readUpTo, chat.unread, chat.mentions, chat.unloaded.messages,
            chat.unloaded.mentions, chat.listOrder, chat.lastOrder, mute(chat.settings),
            details(of: chat), key,
        ])
    }

    /// The details as JSON. Those of a large chat end with spaces, so that they seldom change their length: SQLite then
    /// overwrites the row in place. Otherwise it writes the members anew, which follow the details.
    private static func details(of chat: Chat) -> String {
        let text = ChatDetails(chat: chat).json
        guard chat.members.count >= manyMembers else { return text }
        return text + String(repeating: " ", count: step - text.utf8.count % step)
    }

    /// From how many members on a chat is large, and the step in which its details grow, in bytes.
    private static let (manyMembers, step) = (100, 1024)

    /// 0 for a chat that is not muted, 1 for one that is, and 2 for one whose mentions are not.
    private static func mute(_ settings: ChatSettings) -> Int64 {
        settings.muted.map { $0.keepsMentions ? 2 : 1 } ?? 0
    }

    static func save(_ members: Members, key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "UPDATE chat SET members = ? WHERE key = ?")
        try statement.execute(arguments: [members.json, key])
    }

    /// Moves a mark forward, never back.
    static func raise(_ mark: String, to position: Int64, of key: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "UPDATE chat SET \(mark) = max(\(mark), ?) WHERE key = ?")
        try statement.execute(arguments: [position, key])
    }

    /// Loads the chats, the most recent first: so many, or all of them.
    static func load(first limit: Int?, _ database: Database) throws -> Event {
        guard let limit else { return .chat(.loaded(LoadedChats(chats: try all(database)))) }
        // Sorts the keys alone, so that the gaps of the other chats are not looked up.
        let keys = "SELECT key FROM chat ORDER BY recency DESC, key LIMIT ?"
        let statement = try database.cachedStatement(
            sql: "\(select) WHERE key IN (\(keys)) ORDER BY recency DESC, key")
        let chats = try chats(Row.fetchCursor(statement, arguments: [limit]), limit, database)
        return .chat(
            .loaded(
                LoadedChats(
                    chats: chats, others: try others(chats, database), ignored: try IgnoredRecord.all(database),
                    sendsReceipts: try LinkRecord.value(LinkRecord.receipts, database) != LinkRecord.hidden)))
    }

    /// Counts the chats besides these.
    private static func others(_ chats: [Chat], _ database: Database) throws -> OtherChats {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT count(*), CAST(total(counted) AS INTEGER),
                    CAST(total(CASE mute WHEN 1 THEN 0 ELSE mentioned END) AS INTEGER),
                    CAST(total(unread - counted) AS INTEGER)
                FROM (
                    SELECT *, CASE mute WHEN 0 THEN unread WHEN 1 THEN 0 ELSE mentioned END AS counted
                    FROM (
                        SELECT mute, unread + unloaded AS unread,
                            min(mentions + unloadedMentions, unread + unloaded) AS mentioned
                        FROM chat))
                """)
        guard var sums = row.map(StoredRow.init), let total = sums.count(0), total > chats.count else {
            return OtherChats()
        }
        func rest(_ place: Int, _ known: (BadgeCount) -> Int) -> Int {
            let rest = chats.reduce(sums.number(place) ?? 0) { $0 - Int64(known($1.counted)) }
            // A damaged store may have any numbers.
            return (0...Int64(Int32.max)).contains(rest) ? Int(rest) : 0
        }
        return OtherChats(
            count: total - chats.count,
            unread: UnreadCount(messages: rest(1) { $0.unread.messages }, mentions: rest(2) { $0.unread.mentions }),
            muted: rest(3) { $0.muted })
    }

    /// Returns all chats, the most recent first.
    static func all(_ database: Database) throws -> [Chat] {
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM chat") ?? 0
        let chats = try chats(Row.fetchCursor(database, sql: "\(select) ORDER BY key"), count, database)
        // Not the chats themselves: they are large, and sorting moves them often.
        let places = chats.map(\.listOrder).enumerated().sorted { $0.element > $1.element }
        return places.map { chats[$0.offset] }
    }

    /// - Parameter count: the expected number of rows.
    private static func chats(_ rows: RowCursor, _ count: Int, _ database: Database) throws -> [Chat] {
        var chats: [Chat] = []
        chats.reserveCapacity(count)
        while let row = try rows.next() {
            if let chat = try chat(row, database) { chats.append(chat) }
        }
        return chats
    }

    /// Selects the rows that `chat(_:_:)` reads.
    static let select = """
        SELECT key, id, title, details, members, lastOrder, readUpTo, unread, mentions, unloaded, unloadedMentions,
            (SELECT max(position) FROM gap WHERE gap.chat = chat.key)
        FROM chat
        """

    /// Removes the chat with its messages and gaps.
    static func remove(_ key: Int64, _ index: SearchIndex, _ database: Database) throws {
        try StoredWords.read("SELECT content, arrival FROM message WHERE chat = ?", [key], database) { row, text in
            guard let arrival = row.read({ $0.number(1) }) else { return }
            try index.replace(String(decoding: text, as: UTF8.self), by: "", arrival: arrival, database)
        }
        for sql in [
            "DELETE FROM gap WHERE chat = ?", "DELETE FROM earlyReaction WHERE chat = ?",
            "DELETE FROM message WHERE chat = ?", "DELETE FROM chat WHERE key = ?",
        ] {
            try database.execute(sql: sql, arguments: [key])
        }
    }

    /// Saves the gap before a position, or removes it if `token` is `nil`.
    static func setGap(at position: Int64, _ token: String?, of key: Int64, _ database: Database) throws {
        guard let token else {
            return try database.execute(
                sql: "DELETE FROM gap WHERE chat = ? AND position = ?", arguments: [key, position])
        }
        try database.execute(
            sql: "INSERT OR REPLACE INTO gap (chat, position, token) VALUES (?, ?, ?)",
            arguments: [key, position, StoredText.encode(token)])
    }

    /// Reads the chat of a row; `nil` if its id is unreadable. If its details are, derives what it can from the messages.
    static func chat(_ row: Row, _ database: Database) throws -> Chat? {
        // By number: to find a column by its name takes as long as all else here.
        var row = StoredRow(row)
        guard let key = row.number(0), let id = row.id(1) as ChatID? else { return nil }
        let details = row.json(3) as ChatDetails?
        var chat = details?.chat ?? .blank
        chat.id = id
        chat.title = row.text(2) ?? id.text
        chat.members = row.json(4) ?? Members()
        chat.lastOrder = row.number(5) ?? 0
        chat.readUpTo = row.number(6) ?? 0
        chat.unread = row.count(7) ?? 0
        chat.mentions = row.count(8) ?? 0
        chat.unloaded = UnreadCount(messages: row.count(9) ?? 0, mentions: row.count(10) ?? 0)
        chat.gap = row.number(11) ?? 0
        if details == nil { try summarize(&chat, key, database) }
        return chat
    }

    static func count(_ key: Int64, _ database: Database) throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT count(*) FROM message WHERE chat = ?")
        return try Int.fetchOne(statement, arguments: [key]) ?? 0
    }

    /// The last message of a chat, as the list of chats shows it.
    static func last(of chat: ChatID, _ database: Database) throws -> Chat.LastMessage? {
        let sql = """
            SELECT message.* FROM message JOIN chat ON chat.key = message.chat
            WHERE chat.id = ? AND \(MessageRecord.isWritten) ORDER BY position DESC LIMIT 1
            """
        let row = try Row.fetchOne(
            database.cachedStatement(sql: sql), arguments: [StoredText.encode(chat.text)])
        return row?.read { $0.message(in: chat) }.map { Chat.LastMessage($0) }
    }

    /// Sets the members of a chat that follow from its messages.
    static func summarize(_ chat: inout Chat, _ key: Int64, _ database: Database) throws {
        let id = chat.id
        func last(_ condition: String) throws -> Message? {
            let statement = try database.cachedStatement(
                sql: "SELECT * FROM message WHERE chat = ? AND \(condition) ORDER BY position DESC LIMIT 1")
            return try Row.fetchOne(statement, arguments: [key])?.read { $0.message(in: id) }
        }
        chat.total = try count(key, database)
        let unread = try unread(in: key, after: chat.readUpTo, database)
        (chat.unread, chat.mentions) = (unread.messages, unread.mentions)
        if let message = try last(MessageRecord.isWritten) {
            chat.last = Chat.LastMessage(message)
            chat.lastOrder = max(chat.lastOrder, MessagePosition.order(of: message.position))
        }
        if let message = try last("\(MessageRecord.isWritten) AND position <= \(MessagePosition.last)") {
            chat.lastOrder = max(chat.lastOrder, message.position)
        }
        chat.lastOrder = max(chat.lastOrder, chat.gap)
        if let message = try last("\(MessageRecord.isWritten) AND NOT isOwn") {
            chat.received = message.id
            chat.receivedUpTo = message.position
        }
    }

    /// Counts the received messages after a position that count as unread.
    static func unread(in key: Int64, after position: Int64, _ database: Database) throws -> UnreadCount {
        let statement = try database.cachedStatement(
            sql: """
                SELECT count(*), count(*) FILTER (WHERE \(MessageRecord.mentions))
                FROM message WHERE chat = ? AND position > ? AND \(MessageRecord.counts)
                """)
        return try Row.fetchOne(statement, arguments: [key, position])?.read {
            UnreadCount(messages: $0.count(0) ?? 0, mentions: $0.count(1) ?? 0)
        } ?? UnreadCount()
    }

    /// Finds the chats that we are in, the most recent first, in whose title a word begins with the query. Ignores case
    /// and accents.
    static func titled(matching query: String, _ limit: Int, _ database: Database) throws -> [TitledChat] {
        let query = ContactRecord.folded(query)
        var found: [TitledChat] = []
        let rows = try Row.fetchCursor(
            database, sql: "SELECT id, title, details FROM chat ORDER BY lastOrder DESC, key DESC")
        while found.count < limit, var row = try rows.next().map(StoredRow.init) {
            guard let id = row.id(0) as ChatID?, let title = row.text(1), ContactRecord.matches(title, query),
                isJoined(&row, 2)
            else { continue }
            found.append(TitledChat(chat: id, title: title))
        }
        return found
    }

    /// Whether we are in the chat, and neither only invited nor have only asked to join.
    ///
    /// - Parameter place: the column with the details of the chat.
    static func isJoined(_ row: inout StoredRow, _ place: Int) -> Bool {
        (row.json(place) as ChatDetails?)?.chat.invitation == nil
    }
}
