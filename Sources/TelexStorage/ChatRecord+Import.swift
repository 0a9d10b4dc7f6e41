import GRDB
import TelexCore

extension ChatRecord {
    /// Takes what an export says of a chat; of one that was there before only marks that are further on.
    static func add(_ chat: StoredChat, key: Int64, isNew: Bool, _ database: Database) throws {
        if isNew {
            try database.execute(
                sql: """
                    UPDATE chat SET contact = ?, isEncrypted = ?, inviter = ?, invitedAt = ?, unloadedUnread = ?,
                        unloadedMentions = ?
                    WHERE key = ?
                    """,
                arguments: [
                    StoredText.encode(chat.contact), chat.isEncrypted,
                    chat.invitation.map { StoredText.encode($0.inviter) }, chat.invitation?.position,
                    chat.unloaded.messages, chat.unloaded.mentions, key,
                ])
        }
        try database.execute(
            sql: """
                UPDATE chat SET untold = CASE WHEN ?2 OR ?3 > readUpTo THEN ?4 ELSE untold END,
                    readUpTo = max(readUpTo, ?3)
                WHERE key = ?1
                """,
            arguments: [key, isNew, chat.readUpTo, chat.untold.map { StoredText.encode($0.text) }])
        try raise("deliveredUpTo", to: chat.deliveredUpTo, of: key, database)
        try raise("otherReadUpTo", to: chat.otherReadUpTo, of: key, database)
    }

    /// Writes down anew what follows from the chat's messages.
    static func summarize(_ key: Int64, _ database: Database) throws {
        for sql in [
            "UPDATE chat SET total = (SELECT count(*) FROM message WHERE message.chat = chat.key) WHERE key = ?",
            """
            UPDATE chat SET (lastPosition, lastMessage, lastIsOwn, lastText, lastDate, lastAuthor, lastKind) =
                (SELECT position, id, isOwn, text, date, author, kind FROM message WHERE message.chat = chat.key
                 ORDER BY position DESC LIMIT 1)
            WHERE key = ? AND total > 0
            """,
            """
            UPDATE chat SET (received, receivedUpTo) =
                (SELECT id, position FROM message WHERE message.chat = chat.key AND NOT isOwn
                 ORDER BY position DESC LIMIT 1)
            WHERE key = ? AND EXISTS (SELECT 1 FROM message WHERE message.chat = chat.key AND NOT isOwn)
            """,
        ] {
            try database.cachedStatement(sql: sql).execute(arguments: [key])
        }
    }
}
