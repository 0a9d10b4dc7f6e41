import GRDB
import TelexCore

/// The number of items that an import has added, and of those already stored.
package struct ImportCount: Hashable, Sendable {
    package var chats = 0
    package var messages = 0
    package var contacts = 0
    package var reminders = 0
    package var ignored = 0
    /// The items of all kinds that were already stored.
    package var known = 0

    package init() {}
}

extension SQLiteStore {
    /// Imports items, all of them or none. Items that are already stored stay as they are, except that a chat's marks
    /// move forward and its members are added.
    ///
    /// - Parameter next: returns the next item, and `nil` at the end.
    /// - Throws: the error of `next`; `StoreError.taken` for the item that it returned last; or
    ///   `StoreError.notWritten`.
    package func importItems(owner: (name: String, value: String)?, _ next: () throws -> StoredItem?) throws
        -> ImportCount
    {
        do {
            return try database.write { database in
                if let owner { try LinkRecord.save(owner.name, owner.value, database) }
                var intake = Importer(store: self, database: database)
                while let item = try next() { try intake.add(item) }
                try intake.finish()
                return intake.count
            }
        } catch {
            forgetKeys()
            throw error is DatabaseError ? StoreError.writing(error, nil) : error
        }
    }
}

/// An import in progress.
private struct Importer {
    let store: SQLiteStore
    let database: Database
    private(set) var count = ImportCount()
    /// The keys of the chats in the import.
    private var touched: Set<Int64> = []
    /// The keys of the chats that were not stored before.
    private var new: Set<Int64> = []

    init(store: SQLiteStore, database: Database) {
        self.store = store
        self.database = database
    }

    mutating func add(_ item: StoredItem) throws {
        switch item {
        case .chat(let stored):
            let key = try key(of: stored.chat.id)
            try ChatRecord.add(stored, key: key, isNew: new.contains(key), database)
        case .gap(let gap):
            // The gaps of a chat that was already stored are known, and may have been filled since.
            let key = try key(of: gap.chat)
            if new.contains(key) { try ChatRecord.setGap(at: gap.position, gap.token, of: key, database) }
        case .message(let message):
            let isNew = try MessageRecord.add(
                message, chat: key(of: message.chat), arrival: store.arrivals.earlier(), store.index, database)
            if isNew { count.messages += 1 } else { count.known += 1 }
        case .contact(let contact):
            if try isThere("contact", contact.id.text) { return count.known += 1 }
            try ContactRecord.save(contact, database)
            count.contacts += 1
        case .reminder(let reminder):
            if try isThere("reminder", reminder.id.text) { return count.known += 1 }
            try ReminderRecord.save(reminder, database)
            count.reminders += 1
        case .ignored(let person):
            if try isThere("ignored", person.user.text) { return count.known += 1 }
            try IgnoredRecord.save(person, database)
            count.ignored += 1
        }
    }

    /// Updates what follows from the messages of each chat.
    func finish() throws {
        for key in touched { try ChatRecord.summarize(key, database) }
        try store.index.catchUp(store.arrivals, database)
    }

    private mutating func key(of chat: ChatID) throws -> Int64 {
        let isThere = try store.key(of: chat, database) != nil
        let key = try store.makeKey(of: chat, database)
        if touched.insert(key).inserted {
            if isThere { count.known += 1 } else { count.chats += 1 }
        }
        if !isThere { new.insert(key) }
        return key
    }

    private func isThere(_ table: String, _ id: String) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)"),
            arguments: [StoredText.encode(id)]) ?? false
    }
}
