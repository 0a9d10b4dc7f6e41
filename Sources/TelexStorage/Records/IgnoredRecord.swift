import GRDB
import TelexCore

/// The rows of `ignored`.
enum IgnoredRecord {
    static func save(_ person: IgnoredPerson, _ database: Database) throws {
        let id = StoredText.encode(person.user.text)
        if !person.isIgnored, person.isTold {
            return try database.execute(sql: "DELETE FROM ignored WHERE id = ?", arguments: [id])
        }
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO ignored (id, isIgnored, isTold) VALUES (?, ?, ?)")
            .execute(arguments: [id, person.isIgnored, person.isTold])
    }

    static func all(_ database: Database) throws -> [IgnoredPerson] {
        try Row.fetchAll(database, sql: "SELECT * FROM ignored ORDER BY id").compactMap { $0.read { $0.ignored() } }
    }
}
