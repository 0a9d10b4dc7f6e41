import GRDB
import TelexCore

extension ChatRecord {
    /// Imports a chat. If the chat was already stored, only moves its marks forward and adds its members.
    static func add(_ imported: StoredChat, key: Int64, isNew: Bool, _ database: Database) throws {
        let stored = imported.chat
        guard var chat = try chat(of: key, database) else { return }
        if isNew {
            chat.$facts = stored.$facts
            chat.$own = stored.$own
            chat.unloaded = stored.unloaded
            chat.heldOrder = stored.heldOrder
        }
        if isNew || stored.readUpTo > chat.readUpTo { chat.unconfirmedRead = stored.unconfirmedRead }
        chat.readUpTo = max(chat.readUpTo, stored.readUpTo)
        chat.members.add(stored.members)
        try save(chat, key: key, database)
        try save(chat.members, key: key, database)
        try raise("deliveredUpTo", to: imported.deliveredUpTo, of: key, database)
        try raise("otherReadUpTo", to: imported.otherReadUpTo, of: key, database)
    }

    /// Recomputes and saves the values that follow from the chat's messages.
    static func summarize(_ key: Int64, _ database: Database) throws {
        guard var chat = try chat(of: key, database) else { return }
        try summarize(&chat, key, database)
        try save(chat, key: key, database)
    }

    private static func chat(of key: Int64, _ database: Database) throws -> Chat? {
        let statement = try database.cachedStatement(sql: "\(select) WHERE key = ?")
        return try Row.fetchOne(statement, arguments: [key]).flatMap { try chat($0, database) }
    }
}
