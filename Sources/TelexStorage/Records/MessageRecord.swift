import Foundation
import GRDB
import TelexCore

/// The rows of `message`.
enum MessageRecord {
    /// The values of the columns `delivery`, `kind` and `attention`.
    static let deliveries = NumberedWords<Message.Delivery.Kind>([
        .received, .sending, .waiting, .sent, .failed, .deleting,
    ])
    static let kinds = NumberedWords<MessageKind>([.text, .emote, .notice, .unshowable, .deleted, .system, .file])
    static let attentions = NumberedWords<Attention>([.silent, .normal, .mention])

    /// The condition for messages that count as unread if they come after the read mark.
    static let counts =
        "NOT isOwn AND kind != \(kinds.number(.deleted)) AND \(isWritten) AND attention != \(attentions.number(.silent))"

    /// The condition for messages that somebody wrote.
    static let isWritten = "kind != \(kinds.number(.system))"

    /// The condition for messages that report a change of the chat, which is also that of the index `messageSystem`.
    static let isSystem = "kind = \(kinds.number(.system))"

    /// The condition for messages that bring a file, which is also that of the index `messageByFile`.
    static let hasFile = "kind = \(kinds.number(.file))"

    /// The id of the file of a message, as in that index; `NULL` if the content is damaged.
    static let file = "CASE WHEN json_valid(content) THEN json_extract(content, '$.file.fileId') END"

    /// Whether any message names a file.
    static func isNamed(_ file: FileID, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM message INDEXED BY messageByFile WHERE \(hasFile) AND \(Self.file) = ?)
                """)
        return try Bool.fetchOne(statement, arguments: [file.text]) ?? true
    }

    /// The condition for messages that mention us.
    static let mentions = "attention = \(attentions.number(.mention))"

    /// - Parameter position: `nil` if the message stays where it is. To set a position moves the row and its indices,
    ///   even if it is the same one.
    static func mark(
        _ id: MessageID, chat key: Int64, _ delivery: Message.Delivery, at position: Int64?, _ database: Database
    ) throws {
        let place = position == nil ? "" : ", position = ?"
        let statement = try database.cachedStatement(
            sql: "UPDATE message SET delivery = ?, reason = ?, due = ?\(place) WHERE chat = ? AND id = ?")
        let marks: [(any DatabaseValueConvertible)?] = [
            deliveries.number(delivery.kind), delivery.reason.map(StoredText.encode), delivery.due.map(milliseconds),
        ]
        try statement.execute(
            arguments: StatementArguments(
                marks + (position.map { [$0] } ?? []) + [key, StoredText.encode(id.text)]))
    }

    /// Updates what can change of a message of ours before it is sent.
    static func rewrite(
        _ message: Message, chat key: Int64, _ index: SearchIndex, _ database: Database
    ) throws {
        if let old = try StoredWords.of(message.id, chat: key, database) {
            try index.replace(old.text, by: message.content.words, arrival: old.arrival, database)
        }
        let statement = try database.cachedStatement(sql: "UPDATE message SET content = ? WHERE chat = ? AND id = ?")
        try statement.execute(arguments: [json(message), key, StoredText.encode(message.id.text)])
        try mark(message.id, chat: key, message.delivery, at: nil, database)
    }

    static func remove(_ id: MessageID, chat key: Int64, _ index: SearchIndex, _ database: Database) throws {
        if let old = try StoredWords.of(id, chat: key, database) {
            try index.replace(old.text, by: "", arrival: old.arrival, database)
        }
        try database.cachedStatement(sql: "DELETE FROM message WHERE chat = ? AND id = ?")
            .execute(arguments: [key, StoredText.encode(id.text)])
    }

    static func revise(
        _ id: MessageID, chat key: Int64, _ content: MessageContent, _ index: SearchIndex, _ database: Database
    ) throws {
        if let old = try StoredWords.of(id, chat: key, database) {
            try index.replace(old.text, by: content.words, arrival: old.arrival, database)
        }
        let statement = try database.cachedStatement(
            sql: "UPDATE message SET sender = ?, kind = ?, attention = ?, content = ? WHERE chat = ? AND id = ?")
        try statement.execute(arguments: [
            content.sender.map { StoredText.encode($0.text) }, kinds.number(content.kind),
            attentions.number(content.attention), json(content), key, StoredText.encode(id.text),
        ])
    }

    private static let insertion = """
        INSERT INTO message (chat, position, id, arrival, serverOrder, isOwn, sender, kind, attention, date, delivery,
            reason, due, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """

    /// Adds a message unless its id is already stored.
    ///
    /// - Returns: whether the message was added.
    /// - Throws: `StoreError.taken` if another message already has its position.
    static func add(
        _ message: Message, chat key: Int64, arrival: Int64, _ index: SearchIndex, _ database: Database
    ) throws -> Bool {
        if try save(message, chat: key, arrival: arrival, index, database) { return true }
        let isThere = try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM message WHERE chat = ? AND id = ?)"),
            arguments: [key, StoredText.encode(message.id.text)])
        if isThere != true { throw StoreError.taken(message.id, in: message.chat) }
        return false
    }

    /// Adds a message unless its id is already stored, or its position is.
    ///
    /// - Returns: whether the message was added.
    @discardableResult
    static func save(
        _ message: Message, chat key: Int64, arrival: Int64, _ index: SearchIndex, _ database: Database
    ) throws -> Bool {
        let statement = try database.cachedStatement(sql: insertion)
        let (content, delivery) = (message.content, message.delivery)
        try statement.execute(arguments: [
            key, message.position, StoredText.encode(message.id.text), arrival, message.serverOrder, message.isOwn,
            content.sender.map { StoredText.encode($0.text) }, kinds.number(content.kind),
            attentions.number(content.attention), milliseconds(message.date), deliveries.number(delivery.kind),
            delivery.reason.map(StoredText.encode), delivery.due.map(milliseconds), json(message),
        ])
        guard database.changesCount > 0 else { return false }
        try index.add(content.words, arrival: arrival, date: milliseconds(message.date), database)
        return true
    }

    /// The number of messages that one query looks up.
    static let lookedUpTogether = 64

    /// Returns the indices of the messages that are stored. A chat that is not stored has the key `nil`.
    ///
    /// - Parameter messages: at most `lookedUpTogether` messages.
    static func stored(_ messages: [(chat: Int64?, id: MessageID)], _ database: Database) throws -> [Int] {
        let statement = try database.cachedStatement(sql: lookUp)
        var values: [(any DatabaseValueConvertible)?] = []
        for message in messages { values += [message.chat, StoredText.encode(message.id.text)] }
        while values.count < 2 * lookedUpTogether { values.append(nil) }
        return try Int.fetchAll(statement, arguments: StatementArguments(values))
    }

    private static let lookUp = """
        WITH wanted (place, chat, id) AS (
            VALUES \((0..<lookedUpTogether).map { "(\($0), ?, ?)" }.joined(separator: ", ")))
        SELECT place FROM wanted JOIN message USING (chat, id)
        """

    /// Returns those of the messages that are stored: the one in this chat, or else one in another chat.
    static func answered(
        _ messages: [MessageID], in chat: ChatID, _ database: Database
    ) throws -> [AnsweredMessage] {
        let select = "SELECT message.*, chat.id AS chatID FROM chat CROSS JOIN message ON message.chat = chat.key"
        let here = try database.cachedStatement(sql: "\(select) WHERE message.id = ? AND chat.id = ?")
        let elsewhere = try database.cachedStatement(sql: "\(select) WHERE message.id = ? LIMIT 1")
        return try messages.compactMap { id in
            let text = StoredText.encode(id.text)
            let row =
                try Row.fetchOne(here, arguments: [text, StoredText.encode(chat.text)])
                ?? Row.fetchOne(elsewhere, arguments: [text])
            return row?.read { row in
                guard let chat = row.id("chatID") as ChatID?, let isOwn = row.flag("isOwn") else { return nil }
                return AnsweredMessage(chat: chat, message: id, isOwn: isOwn, content: row.content())
            }
        }
    }

    /// The condition for our messages that are unsent or to be deleted, which is also that of the index `messageUnsent`.
    static let isUnsent = "delivery > 0 AND delivery != 3"

    /// Returns our messages that are unsent or to be deleted, in the order in which they were written. One that is partly
    /// unreadable is not sent.
    static func unsent(_ database: Database) throws -> [Message] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT message.*, chat.id AS chatID FROM message INDEXED BY messageUnsent
                JOIN chat ON chat.key = message.chat WHERE \(isUnsent) ORDER BY position
                """)
        return rows.compactMap {
            $0.read { row in
                guard let chat = row.id("chatID") as ChatID?, let message = row.message(in: chat) else { return nil }
                return row.isSound && message.isOwn ? message : nil
            }
        }
    }

    /// Returns the value of the column `content`, without the members that have columns of their own.
    private static func json(_ content: MessageContent) -> String { rest(of: content).json }

    private static func rest(of content: MessageContent) -> MessageContent {
        var rest = content.kept
        rest.sender = nil
        rest.kind = .text
        rest.attention = .normal
        return rest
    }

    private static func json(_ message: Message) -> String {
        if message.pendingText == nil { return json(message.content) }
        return PendingContent(
            content: rest(of: message.content), pendingText: message.pendingText, pendingSpans: message.pendingSpans
        ).json
    }

    static func milliseconds(_ date: Date) -> Int64 {
        Int64(((date.readable ?? .distantPast).timeIntervalSince1970 * 1000).rounded())
    }

    static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
