import Foundation
import GRDB
import TelexCore

/// The rows of `contact`, and the words of their names in `contactWord`.
enum ContactRecord {
    static func save(_ contact: Contact, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO contact (id, first, last, chat, details) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET first = excluded.first, last = excluded.last, chat = excluded.chat,
                    details = excluded.details
                """
        ).execute(arguments: [
            StoredText.encode(contact.id.text), StoredText.encode(contact.first), StoredText.encode(contact.last),
            contact.chat.map { StoredText.encode($0.text) }, StoredText.encode(contact.details),
        ])
        let key = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT key FROM contact WHERE id = ?"),
            arguments: [StoredText.encode(contact.id.text)])
        try removeWords(key, database)
        try addWords(contact.fullName, key, database)
    }

    /// Makes the words of all names anew.
    static func rebuildWords(_ database: Database) throws {
        try database.execute(sql: "DELETE FROM contactWord")
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM contact")
        while let row = try rows.next() {
            var stored = StoredRow(row)
            if let contact = stored.contact() { try addWords(contact.fullName, row["key"], database) }
        }
    }

    private static func addWords(_ name: String, _ key: Int64?, _ database: Database) throws {
        let word = try database.cachedStatement(sql: "INSERT OR IGNORE INTO contactWord (word, contact) VALUES (?, ?)")
        for text in words(name) { try word.execute(arguments: [text, key]) }
    }

    static func remove(_ id: ContactID, _ database: Database) throws {
        let id = StoredText.encode(id.text)
        try removeWords(
            try Int64.fetchOne(database, sql: "SELECT key FROM contact WHERE id = ?", arguments: [id]), database)
        try database.execute(sql: "DELETE FROM contact WHERE id = ?", arguments: [id])
    }

    private static func removeWords(_ key: Int64?, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM contactWord WHERE contact = ?").execute(arguments: [key])
    }

    static func all(_ database: Database) throws -> [Contact] {
        var contacts: [Contact] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM contact")
        while var row = try rows.next().map(StoredRow.init) {
            if let contact = row.contact() { contacts.append(contact) }
        }
        return contacts
    }

    /// Finds the chats of contacts in whose name a word begins with the query. Ignores case and accents.
    static func chats(matching query: String, _ limit: Int, _ database: Database) throws -> [TitledChat] {
        let query = folded(query)
        guard let first = words(query).first else { return [] }
        var found: [TitledChat] = []
        // A word that begins with `first` sorts before `first` followed by the highest character.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT first, last, chat.id, chat.details FROM contactWord
                    JOIN contact ON contact.key = contactWord.contact JOIN chat ON chat.id = contact.chat
                WHERE word >= ? AND word < ? ORDER BY word
                """, arguments: [first, first + "\u{10FFFF}"])
        while found.count < limit, var row = try rows.next().map(StoredRow.init) {
            let name = [row.text(0), row.text(1)].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
            guard let chat = row.id(2) as ChatID?, matches(name, query), !found.contains(where: { $0.chat == chat }),
                ChatRecord.isJoined(&row, 3)
            else { continue }
            found.append(TitledChat(chat: chat, title: name))
        }
        return found
    }

    /// Whether a word of the name begins with the query, which must be folded.
    static func matches(_ name: String, _ query: String) -> Bool {
        let name = folded(name)
        return name.hasPrefix(query) || name.contains(" " + query)
    }

    private static func words(_ name: String) -> Set<String> {
        Set(folded(name).split(separator: " ").map(String.init))
    }

    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
