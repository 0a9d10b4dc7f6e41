import Foundation
import GRDB
import TelexAPI

/// Finds users by their names, ignoring case and accents.
///
/// The table `userName` has the folded display name of each user (`isWhole`), what follows each space in it, and the
/// user name. So a lookup takes microseconds, however many users there are.
enum NameIndex {
    /// The longest text to look up, in bytes of UTF-8. Nobody has a longer name.
    private static let longestText = 16 * Limits.longestName

    /// Returns the text without case and accents.
    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }

    /// Makes the names of all users anew.
    static func rebuild(_ database: Database) throws {
        try database.execute(sql: "DELETE FROM userName")
        for user in try Accounts.all(database) { try add(user, database) }
    }

    static func add(_ user: User, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO userName (folded, isWhole, user) VALUES (?, ?, ?)")
        let display = folded(user.display)
        try statement.execute(arguments: [display, true, user.key])
        for part in parts(of: display) + [user.name] {
            try statement.execute(arguments: [part, false, user.key])
        }
    }

    /// Returns what follows each space.
    private static func parts(of text: String) -> [String] {
        text.indices.filter { text[$0] == " " }.map { String(text[text.index(after: $0)...]) }
    }

    static func remove(_ user: User, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM userName WHERE user = ?", arguments: [user.key])
    }

    /// Returns the users with this folded display name, up to a limit.
    static func users(called display: String, limit: Int, _ database: Database) throws -> [User] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT user.key, user.name, user.display FROM userName JOIN user ON user.key = userName.user
                WHERE folded = ? AND isWhole = 1 ORDER BY user LIMIT ?
                """)
        return try Damage.skipping(try Row.fetchCursor(statement, arguments: [display, limit]), Accounts.user)
    }

    /// Finds a person by user name, display name or "display name (user name)".
    ///
    /// - Parameter asker: not meant by a name that others have, too.
    /// - Throws: `ServerError.nobody`, `.severalPeople` and `.badName`.
    static func find(_ name: String, for asker: User?, _ database: Database) throws -> User {
        guard name.utf8.count <= longestText else { throw ServerError.nobody(name) }
        let text = folded(Accounts.tidied(name))
        if text.isEmpty { throw ServerError.badName("Name the other person.") }
        if let user = try Accounts.find(text, database) { return user }
        if let user = try find(text, withUserName: database) { return user }
        // One more than the error names, and one for the asker.
        let found = try users(called: text, limit: Limits.people + 2, database)
        guard let first = found.first else { throw ServerError.nobody(name) }
        let others = found.filter { $0.key != asker?.key }
        if others.count > 1 { throw ServerError.severalPeople(name, users: others.map(\.name).sorted()) }
        return others.first ?? first
    }

    /// Finds a person by "display name (user name)".
    private static func find(_ text: String, withUserName database: Database) throws -> User? {
        guard text.hasSuffix(")"), let start = text.lastIndex(of: "(") else { return nil }
        let name = String(text[text.index(after: start)...].dropLast())
        guard let user = try Accounts.find(name, database), folded("\(user.title) (\(name))") == text else {
            return nil
        }
        return user
    }

    /// Returns the first people, except the asker, whose user name or a word of whose display name begins with the query.
    ///
    /// Exact matches come first, so that the limit never cuts them off. People who cannot be read are left out.
    static func search(_ query: String, for asker: User, _ database: Database) throws -> [User] {
        let query = folded(query)
        // No name has control characters, and SQLite ends text at a NUL.
        guard query.utf8.count <= longestText, !query.unicodeScalars.contains(where: \.isControl) else { return [] }
        var seen: Set = [asker.key]
        let named = try Damage.allowing { try Accounts.find(query, database) } ?? nil
        let called = try Damage.allowing { try users(called: query, limit: Limits.people + 1, database) } ?? []
        let exact = ([named].compactMap(\.self) + called).filter { seen.insert($0.key).inserted }
        let statement = try database.cachedStatement(
            sql: """
                SELECT user.key, user.name, user.display FROM userName JOIN user ON user.key = userName.user
                WHERE folded >= ?1 AND folded < ?1 || char(0x10FFFF) ORDER BY folded
                """)
        let rows = try Row.fetchCursor(statement, arguments: [query])
        var others: [User] = []
        // In a damaged file, the rows may end early.
        while exact.count + others.count < Limits.people, let row = try Damage.allowing({ try rows.next() }) ?? nil {
            guard let user = try Damage.allowing({ try Accounts.user(row) }) else { continue }
            if seen.insert(user.key).inserted { others.append(user) }
        }
        return Array((exact + others.sorted(by: { $0.name < $1.name })).prefix(Limits.people))
    }
}
