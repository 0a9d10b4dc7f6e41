import GRDB
import TelexCore

/// The rows of `reminder`.
enum ReminderRecord {
    static func save(_ reminder: Reminder, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO reminder (id, name, due, isDone, isTold, chat, recurrence) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            StoredText.encode(reminder.id.text), StoredText.encode(reminder.name),
            MessageRecord.milliseconds(reminder.due), reminder.isDone, reminder.isNotified,
            reminder.chat.map { StoredText.encode($0.text) }, reminder.recurrence.map { StoredText.encode($0) },
        ])
    }

    static func remove(_ id: ReminderID, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM reminder WHERE id = ?", arguments: [StoredText.encode(id.text)])
    }

    static func all(_ database: Database) throws -> [Reminder] {
        try Row.fetchAll(database, sql: "SELECT * FROM reminder ORDER BY due, id").compactMap {
            $0.read { $0.reminder() }
        }
    }
}
