import GRDB
import TelexAPI

/// The rows of `ignored`: whom each user ignores.
enum IgnoredTable {
    /// The user names of those whom somebody ignores, sorted.
    static func all(of user: User, _ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql:
                "SELECT name FROM ignored JOIN user ON user.key = ignored.ignored WHERE ignored.user = ? ORDER BY name",
            arguments: [user.key])
    }

    /// The keys of those who ignore somebody.
    static func ignoring(_ user: User, _ database: Database) throws -> Set<Int64> {
        try Set(Int64.fetchAll(database, sql: "SELECT user FROM ignored WHERE ignored = ?", arguments: [user.key]))
    }

    /// - Throws: `ServerError.ignoresYou` if one of the people ignores the user.
    static func check(_ people: [User], accept user: User, _ database: Database) throws {
        let ignoring = try ignoring(user, database)
        if let person = people.first(where: { ignoring.contains($0.key) }) {
            throw ServerError.ignoresYou(person.title)
        }
    }

    /// - Returns: whether that is new.
    static func add(_ ignored: User, for user: User, _ database: Database) throws -> Bool {
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM ignored WHERE user = ? AND ignored != ?",
            arguments: [user.key, ignored.key])
        if count ?? 0 >= Limits.ignored { throw ServerError.tooManyIgnored }
        try database.execute(
            sql: "INSERT OR IGNORE INTO ignored (user, ignored) VALUES (?, ?)", arguments: [user.key, ignored.key])
        return database.changesCount > 0
    }

    /// - Parameter name: the user name, perhaps of nobody.
    /// - Returns: whether they were ignored.
    static func remove(_ name: String, for user: User, _ database: Database) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM ignored WHERE user = ? AND ignored = (SELECT key FROM user WHERE name = ?)",
            arguments: [user.key, name])
        return database.changesCount > 0
    }
}
