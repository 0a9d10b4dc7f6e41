import Foundation
import GRDB
import TelexAPI

/// Users, their invitations and their tokens.
package struct Accounts: Sendable {
    private let database: ServerDatabase
    private let expiry: ExpiryClock

    package init(_ store: ServerStore) { (database, expiry) = (store.database, store.expiry) }

    // MARK: For the operator

    /// Adds a user and returns their first invitation.
    ///
    /// - Throws: `ServerError.badName`, `.botName`, `.userExists` and `.removedName`.
    package func add(_ name: String, display: String?) throws -> Secret {
        if let refusal = User.refusal(of: name) { throw ServerError.badName(refusal) }
        let display = display.map(Self.tidied) ?? name
        if display.isEmpty { throw ServerError.badName("A display name needs a visible character.") }
        if display.unicodeScalars.count > Limits.longestName {
            throw ServerError.badName("A display name can have at most \(Limits.longestName) characters.")
        }
        if BotHouse.names.contains(name) { throw ServerError.botName(name) }
        return try database.write { database in
            if let taken = try Bool.fetchOne(
                database, sql: "SELECT isRemoved FROM user WHERE name = ?", arguments: [name])
            {
                throw taken ? ServerError.removedName(name) : ServerError.userExists(name)
            }
            // A user name must not equal somebody else's display name, or a lookup by name could find the wrong person.
            let other =
                try Self.find(NameIndex.folded(display), database)
                ?? NameIndex.users(called: NameIndex.folded(name), limit: 1, database).first
            if let other { throw ServerError.userExists(other.name) }
            return try invite(try make(name, display, database), database)
        }
    }

    /// Returns the name without control characters and surrounding white space.
    static func tidied(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isControl }))
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Creates a new invitation for a user.
    package func invite(_ name: String) throws -> Secret {
        if BotHouse.names.contains(name) { throw ServerError.botName(name) }
        return try database.write { try invite(try existing(name, $0), $0) }
    }

    /// Revokes all tokens and invitations of a user.
    package func revoke(_ name: String) throws {
        try database.write { database in
            let user = try existing(name, database)
            try database.execute(sql: "DELETE FROM token WHERE user = ?", arguments: [user.key])
            try database.execute(sql: "DELETE FROM invitation WHERE user = ?", arguments: [user.key])
        }
    }

    /// All users who have not been removed, bots included, sorted by user name.
    package func all() throws -> [User] { try database.read { try Self.all($0) } }

    static func all(_ database: Database) throws -> [User] {
        let sql = "SELECT key, name, display FROM user WHERE NOT isRemoved ORDER BY name"
        return try Damage.skipping(try Row.fetchCursor(database, sql: sql), user)
    }

    /// Returns the bot's account; creates it if there is none.
    func bot(_ name: String, display: String) throws -> User {
        try database.write { try Self.find(name, $0) ?? make(name, display, $0) }
    }

    private func make(_ name: String, _ display: String, _ database: Database) throws -> User {
        try database.execute(sql: "INSERT INTO user (name, display) VALUES (?, ?)", arguments: [name, display])
        let user = User(key: database.lastInsertedRowID, name: name, display: display)
        try NameIndex.add(user, database)
        return user
    }

    private func invite(_ user: User, _ database: Database) throws -> Secret {
        let secret = Secret()
        try database.execute(
            sql: "INSERT INTO invitation (hash, user, made) VALUES (?, ?, ?)",
            arguments: [secret.hash, user.key, now])
        return secret
    }

    private func existing(_ name: String, _ database: Database) throws -> User {
        guard let user = try Self.find(name, database) else { throw ServerError.noUser(name) }
        return user
    }

    /// Returns the user with this user name, unless they were removed.
    static func find(_ name: String, _ database: Database) throws -> User? {
        let statement = try database.cachedStatement(
            sql: "SELECT key, name, display FROM user WHERE name = ? AND NOT isRemoved")
        return try Row.fetchCursor(statement, arguments: [name]).map(user).next()
    }

    static func user(_ row: Row) throws -> User {
        User(
            key: try row.decode(forColumn: "key"), name: try row.decode(forColumn: "name"),
            display: try row.decode(forColumn: "display"))
    }

    // MARK: For the server

    /// How long an invitation can be used, in seconds: a week.
    private static let invitationLife = 7 * 86_400
    /// How long a token stays valid after its last use, in seconds: 90 days.
    private static let tokenLife = 90 * 86_400
    /// The precision of a token's stored last use, in seconds.
    private static let noteInterval = 3600

    /// Seconds since 1970.
    private var now: Int { Int(expiry.stamp().timeIntervalSince1970) }

    /// The date, in seconds since 1970, up to which what lives so long has expired. Clients forget a token that is
    /// refused, so none expires by an implausible clock.
    private func lastExpired(_ life: Int) -> Int {
        expiry.now().map { Int($0.timeIntervalSince1970) - life } ?? -1
    }

    /// Whether the stored last use is recent enough to keep.
    private func isNoted(_ used: Int) -> Bool { used > now - Self.noteInterval }

    /// Exchanges an invitation for a token. The invitation cannot be used again.
    ///
    /// - Throws: `ServerError.badInvitation`.
    func logIn(_ invitation: Secret) async throws -> (Secret, User) {
        try await database.write { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT user.* FROM invitation JOIN user ON user.key = invitation.user
                    WHERE hash = ? AND made > ?
                    """,
                arguments: [invitation.hash, lastExpired(Self.invitationLife)])
            guard let user = try row.map(Self.user) else { throw ServerError.badInvitation }
            try database.execute(sql: "DELETE FROM invitation WHERE hash = ?", arguments: [invitation.hash])
            let token = Secret()
            try database.execute(
                sql: "INSERT INTO token (hash, user, used) VALUES (?, ?, ?)",
                arguments: [token.hash, user.key, now])
            return (token, user)
        }
    }

    func logOut(_ caller: Caller) throws {
        try database.write { try $0.execute(sql: "DELETE FROM token WHERE key = ?", arguments: [caller.token]) }
    }

    /// Returns the tokens, of those given, that have not been revoked.
    static func existing(_ tokens: Set<Int64>, _ database: Database) throws -> Set<Int64> {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM token WHERE key = ?")
        return try tokens.filter { try Int.fetchOne(statement, arguments: [$0]) != nil }
    }

    /// Returns the user whom a token belongs to; `nil` if it is unknown, revoked or expired.
    ///
    /// Throws an error if the user cannot be read, because a client whose token is refused forgets it.
    func caller(_ token: Secret) async throws -> Caller? {
        let found = try database.lookUp { database -> (Caller, isNoted: Bool)? in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT user.*, token.key AS token, token.used
                    FROM token LEFT JOIN user ON user.key = token.user
                    WHERE token.hash = ? AND token.used > ?
                    """)
            return try Row.fetchCursor(statement, arguments: [token.hash, lastExpired(Self.tokenLife)])
                .map {
                    (
                        Caller(user: try Self.user($0), token: try $0.decode(forColumn: "token")),
                        isNoted(try $0.decode(forColumn: "used"))
                    )
                }.next()
        }
        if let found, !found.isNoted { _ = try await use([found.0.token]) }
        return found?.0
    }

    /// Deletes invitations and tokens that have expired before a date.
    func deleteExpired(now date: Date) async throws {
        let (now, present) = (Int(date.timeIntervalSince1970), self.now)
        try await database.write { database in
            // A clock that was too far ahead has dated them. Now they live as long as new ones.
            for (table, column) in [("invitation", "made"), ("token", "used")] {
                try database.execute(
                    sql: "UPDATE \(table) SET \(column) = ?1 WHERE \(column) > ?1", arguments: [present])
            }
            try database.execute(
                sql: "DELETE FROM invitation WHERE made <= ?", arguments: [now - Self.invitationLife])
            try database.execute(sql: "DELETE FROM token WHERE used <= ?", arguments: [now - Self.tokenLife])
        }
    }

    /// Records that tokens are in use.
    ///
    /// - Returns: the tokens that are still valid.
    /// - Throws: `DatabaseError` if the tokens cannot be read.
    func use(_ tokens: Set<Int64>) async throws -> Set<Int64> {
        let (valid, old) = try await database.read { database -> (Set<Int64>, [Int64]) in
            let statement = try database.cachedStatement(sql: "SELECT key, used FROM token WHERE key = ? AND used > ?")
            var (valid, old): (Set<Int64>, [Int64]) = ([], [])
            for token in tokens {
                guard let row = try Row.fetchOne(statement, arguments: [token, lastExpired(Self.tokenLife)]) else {
                    continue
                }
                valid.insert(token)
                if let used = try? row.decode(Int.self, forColumn: "used"), !isNoted(used) { old.append(token) }
            }
            return (valid, old)
        }
        if !old.isEmpty {
            // Errors do not matter: the next use tries again.
            try? await database.write { database in
                for key in old {
                    try database.execute(sql: "UPDATE token SET used = ? WHERE key = ?", arguments: [now, key])
                }
            }
        }
        return valid
    }

    /// Finds people other than the asker by the start of a user name or of any word of a display name.
    func people(_ query: String, for asker: User) async throws -> [Person] {
        try await database.read { try NameIndex.search(query, for: asker, $0).map(\.person) }
    }

    /// Finds a person by user name, display name or "display name (user name)".
    ///
    /// - Throws: `ServerError.nobody` and `.severalPeople`.
    func find(_ name: String, for asker: User? = nil) async throws -> User {
        try await database.read { try NameIndex.find(name, for: asker, $0) }
    }

    /// Finds people, each as `find(_:for:)` finds one.
    ///
    /// - Throws: `ServerError.nobody` and `.severalPeople`.
    func find(_ names: [String], for asker: User?) async throws -> [User] {
        try await database.read { database in try names.map { try NameIndex.find($0, for: asker, database) } }
    }
}
