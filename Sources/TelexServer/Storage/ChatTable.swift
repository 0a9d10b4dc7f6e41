import Foundation
import GRDB
import TelexAPI

/// Queries for chats, their members and invitations.
enum ChatTable {
    /// The chat at the address, if the user is in it.
    ///
    /// - Throws: `ServerError.noChat`, also if the chat exists and the user is not in it.
    static func find(_ address: String, for user: User, _ database: Database) throws -> ChatRow {
        guard let chat = try at(address, database), chat.has(user) else { throw ServerError.noChat(address) }
        return chat
    }

    /// The chat at the address, if the user is in it, or was ever invited to it.
    ///
    /// - Throws: `ServerError.noChat`.
    static func findAny(_ address: String, for user: User, _ database: Database) throws -> ChatRow {
        guard let chat = try at(address, database), chat.has(user) || chat.guest(user) != nil else {
            throw ServerError.noChat(address)
        }
        return chat
    }

    /// The same for somebody who answers an invitation.
    ///
    /// - Throws: `ServerError.noInvitation`.
    static func findOpen(_ address: String, for user: User, _ database: Database) throws -> ChatRow {
        do { return try findAny(address, for: user, database) } catch ServerError.noChat {
            throw ServerError.noInvitation(address)
        }
    }

    /// The group at the address, if the user is in it.
    ///
    /// - Throws: `ServerError.noChat` and `.notGroup`; `.notAdmin` if the user must be an admin and is not.
    static func findGroup(
        _ address: String, for user: User, asAdmin: Bool = false, _ database: Database
    ) throws -> ChatRow {
        let chat = try find(address, for: user, database)
        if chat.name == nil { throw ServerError.notGroup(address) }
        if asAdmin, chat.member(with: user.key)?.isAdmin != true { throw ServerError.notAdmin(address) }
        return chat
    }

    private static func at(_ address: String, _ database: Database) throws -> ChatRow? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM chat WHERE address = ?")
        return try Row.fetchCursor(statement, arguments: [address]).map { try chat($0, database) }.next()
    }

    static func get(_ key: Int64, _ database: Database) throws -> ChatRow {
        let statement = try database.cachedStatement(sql: "SELECT * FROM chat WHERE key = ?")
        let found = try Row.fetchCursor(statement, arguments: [key]).map { try chat($0, database) }
        guard let chat = try found.next() else { throw ServerError.noChat("\(key)") }
        return chat
    }

    /// The user's chats that changed after an event, in the order of their last changes. Those that cannot be read are
    /// left out.
    ///
    /// For a chat that the user is not in, only the event of their own invitation counts.
    ///
    /// - Returns: the chats, the last change of one of them, and whether there are more.
    static func changed(
        after event: Int64, for user: User, limit: Int, _ database: Database
    ) throws -> (chats: [ChatRow], cursor: Int64, more: Bool) {
        do { return try listed(after: event, for: user, limit: limit, database) } catch  where error.isDamage {
            return try salvaged(after: event, for: user, limit: limit, database)
        }
    }

    private static func listed(
        after event: Int64, for user: User, limit: Int, _ database: Database
    ) throws -> (chats: [ChatRow], cursor: Int64, more: Bool) {
        let statement = try database.cachedStatement(
            sql: """
                SELECT chat.*, CASE standing WHEN 0 THEN max(chat.event, since) ELSE since END AS changed
                FROM member JOIN chat ON chat.key = member.chat
                WHERE member.user = ? AND changed > ? ORDER BY changed LIMIT ?
                """)
        // One more than the limit, to see whether there are more.
        let rows = try Row.fetchAll(statement, arguments: [user.key, event, limit + 1])
        var (chats, cursor): ([ChatRow], Int64) = ([], event)
        for row in rows.prefix(limit) {
            if let chat = try Damage.allowing({ try chat(row, database) }) { chats.append(chat) }
            if let changed = try? row.decode(Int64.self, forColumn: "changed") { cursor = max(cursor, changed) }
        }
        return (chats, cursor, rows.count > limit)
    }

    /// Reads the chats one by one, so that each one that cannot be read costs only itself.
    private static func salvaged(
        after event: Int64, for user: User, limit: Int, _ database: Database
    ) throws -> (chats: [ChatRow], cursor: Int64, more: Bool) {
        let keys = try Int64.fetchAll(database, sql: "SELECT chat FROM member WHERE user = ?", arguments: [user.key])
        let chats = try keys.compactMap { key in try Damage.allowing { try get(key, database) } }
            .map { (chat: $0, changed: $0.guest(user)?.since ?? $0.event(for: user)) }
            .filter { $0.changed > event }.sorted { $0.changed < $1.changed }
        let page = chats.prefix(limit)
        return (page.map(\.chat), page.last?.changed ?? event, chats.count > limit)
    }

    /// All chats that a user is in.
    static func all(of user: User, _ database: Database) throws -> [ChatRow] {
        try changed(after: -1, for: user, limit: .max - 1, database).chats.filter { $0.has(user) }
    }

    /// The names of the groups that a user is in.
    static func groupNames(of user: User, _ database: Database) throws -> Set<String> {
        let sql = """
            SELECT name FROM member JOIN chat ON chat.key = member.chat
            WHERE user = ? AND standing = ? AND typeof(name) = 'text'
            """
        return try String.fetchSet(database, sql: sql, arguments: [user.key, Membership.member.rawValue])
    }

    static func make(_ one: User, _ other: User, _ database: Database) throws -> ChatRow {
        let key = try insert(User.address(one, other), nil, [one, other], database)
        _ = try EventLog.add(.chat, chat: key, user: one.key, seq: 0, database)
        return try get(key, database)
    }

    /// Creates a group with `maker` in it, and invites `people`.
    static func makeGroup(
        _ name: String, of maker: User, with people: [User], _ database: Database
    ) throws -> ChatRow {
        // A random address: after a restore, no new group can get the address of a lost one.
        let key = try insert(String(Secret().text.prefix(22)), name, [maker], database)
        try setAdmin(true, maker.key, in: key, database)
        let event = try EventLog.add(.chat, chat: key, user: maker.key, seq: 0, database)
        try invite(people, by: maker, to: key, event, database)
        return try get(key, database)
    }

    private static func invite(
        _ people: [User], by inviter: User, to chat: Int64, _ event: Int64, _ database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO member (chat, user, standing, inviter, since) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (chat, user) DO UPDATE
                SET standing = excluded.standing, inviter = excluded.inviter, since = excluded.since, title = NULL
                """)
        for user in people {
            try statement.execute(arguments: [chat, user.key, Membership.invited.rawValue, inviter.key, event])
        }
    }

    private static func insert(_ address: String, _ name: String?, _ members: [User], _ database: Database) throws
        -> Int64
    {
        try database.execute(sql: "INSERT INTO chat (address, name) VALUES (?, ?)", arguments: [address, name])
        let key = database.lastInsertedRowID
        for user in members {
            try database.execute(sql: "INSERT INTO member (chat, user) VALUES (?, ?)", arguments: [key, user.key])
        }
        return key
    }

    /// Moves a member's marks forward, never back.
    static func raise(
        read: Int64, delivered: Int64, of user: User, in chat: ChatRow, _ database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE member SET readUpTo = max(readUpTo, ?), deliveredUpTo = max(deliveredUpTo, ?)
                WHERE chat = ? AND user = ?
                """)
        try statement.execute(arguments: [read, max(read, delivered), chat.key, user.key])
    }

    /// Moves the mark forward that only a member's own devices see; returns the event, which only they get.
    static func raisePrivately(read: Int64, of user: User, in chat: ChatRow, _ database: Database) throws -> Int64 {
        let event = try EventLog.add(.settings, chat: chat.key, user: user.key, seq: 0, database)
        try database.execute(
            sql: "UPDATE member SET ownReadUpTo = max(ownReadUpTo, ?), since = ? WHERE chat = ? AND user = ?",
            arguments: [read, event, chat.key, user.key])
        return event
    }

    private static func chat(_ row: Row, _ database: Database) throws -> ChatRow {
        let key: Int64 = try row.decode(forColumn: "key")
        let statement = try database.cachedStatement(
            sql: """
                SELECT user.key, user.name, user.display, member.*, host.name AS hostName, host.display AS hostDisplay
                FROM member JOIN user ON user.key = member.user LEFT JOIN user AS host ON host.key = member.inviter
                WHERE chat = ? ORDER BY user.name
                """)
        var (members, guests): ([ChatRow.Member], [ChatRow.Guest]) = ([], [])
        let rows = try Row.fetchCursor(statement, arguments: [key])
        while let row = try rows.next() {
            try Damage.allowing {
                switch Membership(rawValue: try row.decode(forColumn: "standing")) {
                case .member: members.append(try member(row))
                case let standing?: guests.append(try guest(row, standing))
                case nil: break
                }
            }
        }
        return ChatRow(
            key: key, address: try row.decode(forColumn: "address"), name: try row.decode(forColumn: "name"),
            topic: try row.decode(forColumn: "topic"), last: try row.decode(forColumn: "last"),
            event: try row.decode(forColumn: "event"), members: members,
            guests: guests)
    }

    private static func member(_ row: Row) throws -> ChatRow.Member {
        ChatRow.Member(
            user: try Accounts.user(row), readUpTo: try row.decode(forColumn: "readUpTo"),
            deliveredUpTo: try row.decode(forColumn: "deliveredUpTo"),
            ownReadUpTo: try row.decode(forColumn: "ownReadUpTo"), joined: try row.decode(forColumn: "joined"),
            isAdmin: try row.decode(forColumn: "isAdmin"),
            settings: try settings(row),
            since: try row.decode(forColumn: "since"))
    }

    private static func settings(_ row: Row) throws -> ChatSettingsInfo? {
        try row.decode(String?.self, forColumn: "settings").flatMap { try? ChatSettingsInfo(body: $0.utf8) }
    }

    private static func guest(_ row: Row, _ standing: Membership) throws -> ChatRow.Guest {
        let inviter = User(
            key: try row.decode(forColumn: "inviter"), name: try row.decode(forColumn: "hostName"),
            display: try row.decode(forColumn: "hostDisplay"))
        return ChatRow.Guest(
            user: try Accounts.user(row), inviter: inviter, standing: standing,
            since: try row.decode(forColumn: "since"), title: try row.decode(forColumn: "title"),
            settings: try settings(row))
    }

    // MARK: Invitations

    /// Checks that the inviter does not invite anybody too often.
    ///
    /// - Throws: `ServerError.tooManyInvitations`.
    static func checkInvitations(of people: [User], by inviter: User, _ database: Database) throws {
        try IgnoredTable.check(people, accept: inviter, database)
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM member WHERE user = ? AND standing = ? AND inviter = ?")
        for user in people {
            let open = try Int.fetchOne(
                statement, arguments: [user.key, Membership.invited.rawValue, inviter.key])
            if open ?? 0 >= Limits.openInvitations { throw ServerError.tooManyInvitations(user.title) }
        }
    }

    /// Invites people to a group; returns the event.
    static func invite(_ people: [User], by inviter: User, to chat: ChatRow, _ database: Database) throws -> Int64 {
        let event = try EventLog.add(.chat, chat: chat.key, user: inviter.key, seq: 0, database)
        try invite(people, by: inviter, to: chat.key, event, database)
        return event
    }

    /// Makes an invited user a member; returns the event.
    static func join(_ user: User, _ chat: ChatRow, _ database: Database) throws -> Int64 {
        try database.execute(
            sql: "UPDATE member SET standing = ?, joined = ? WHERE chat = ? AND user = ?",
            arguments: [Membership.member.rawValue, chat.last, chat.key, user.key])
        // All members may have left meanwhile.
        try keepAdmin(of: chat.key, database)
        return try EventLog.add(.chat, chat: chat.key, user: user.key, seq: 0, database)
    }

    /// Marks an invitation as declined; returns the event.
    static func decline(_ user: User, _ chat: ChatRow, _ database: Database) throws -> Int64 {
        let event = try EventLog.add(.chat, chat: chat.key, user: user.key, seq: 0, database)
        try database.execute(
            sql: "UPDATE member SET standing = ?, since = ?, title = ? WHERE chat = ? AND user = ?",
            arguments: [Membership.declined.rawValue, event, chat.name, chat.key, user.key])
        return event
    }

    // MARK: Changes of groups

    /// Changes a text of a group, for invited people, too; returns the event.
    static func set(
        _ text: ChatRow.Text, to value: String, of chat: ChatRow, by user: User, _ database: Database
    ) throws -> Int64 {
        let sql =
            switch text {
            case .title: "UPDATE chat SET name = ? WHERE key = ?"
            case .topic: "UPDATE chat SET topic = ? WHERE key = ?"
            }
        try database.execute(sql: sql, arguments: [value, chat.key])
        let event = try EventLog.add(.chat, chat: chat.key, user: user.key, seq: 0, database)
        try database.execute(
            sql: "UPDATE member SET since = ? WHERE chat = ? AND standing = ?",
            arguments: [event, chat.key, Membership.invited.rawValue])
        return event
    }

    /// Takes a user out of a group, or their invitation back; returns the event.
    static func remove(_ user: User, from chat: ChatRow, by remover: User, _ database: Database) throws -> Int64 {
        let event = try EventLog.add(.chat, chat: chat.key, user: user.key, seq: 0, database)
        try database.execute(
            sql: """
                UPDATE member SET standing = ?, inviter = ?, since = ?, isAdmin = 0, title = ?
                WHERE chat = ? AND user = ?
                """,
            arguments: [Membership.left.rawValue, remover.key, event, chat.name, chat.key, user.key])
        try keepAdmin(of: chat.key, database)
        return event
    }

    /// Makes who has been in a group for the longest time its admin, if it has none.
    static func keepAdmin(of chat: Int64, _ database: Database) throws {
        let members = try get(chat, database).members
        guard !members.contains(where: \.isAdmin), let first = members.min(by: { $0.joined < $1.joined }) else {
            return
        }
        try setAdmin(true, first.user.key, in: chat, database)
    }

    private static func setAdmin(_ isAdmin: Bool, _ user: Int64, in chat: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE member SET isAdmin = ? WHERE chat = ? AND user = ?", arguments: [isAdmin, chat, user])
    }

    /// Makes a member an admin, or no admin any more; returns the event.
    static func setAdmin(
        _ isAdmin: Bool, _ user: User, in chat: ChatRow, _ database: Database
    ) throws -> Int64 {
        try setAdmin(isAdmin, user.key, in: chat.key, database)
        return try EventLog.add(.chat, chat: chat.key, user: user.key, seq: 0, database)
    }

    // MARK: Settings

    /// Keeps how somebody has arranged a chat; returns the event, which only they get.
    static func configure(
        _ settings: ChatSettingsInfo, for user: Int64, in chat: Int64, _ database: Database
    ) throws -> Int64 {
        let event = try EventLog.add(.settings, chat: chat, user: user, seq: 0, database)
        try database.execute(
            sql: "UPDATE member SET settings = ?, since = ? WHERE chat = ? AND user = ?",
            arguments: [String(decoding: settings.body, as: UTF8.self), event, chat, user])
        return event
    }

    /// Moves a chat back into the lists of the members who have archived it and not muted it; returns them, each with the
    /// event. Those who ignore the sender of the message are not among them.
    static func unarchive(_ chat: ChatRow, for sender: User, at date: Date, _ database: Database) throws -> [(
        User, Int64
    )] {
        let now = Int64(date.timeIntervalSince1970 * 1000)
        var people: [(User, Int64)] = []
        let archiving = chat.members.filter { $0.settings?.isArchived == true }
        let ignoring = archiving.isEmpty ? [] : try IgnoredTable.ignoring(sender, database)
        for member in archiving where !ignoring.contains(member.user.key) {
            guard var settings = member.settings else { continue }
            if let mute = settings.muted, mute.until.map({ $0 > now }) ?? true { continue }
            settings.isArchived = false
            people.append((member.user, try configure(settings, for: member.user.key, in: chat.key, database)))
        }
        return people
    }

    // MARK: Deletion

    /// How many messages to delete in one transaction, so that requests do not wait long.
    private static let batch = 1000

    /// Deletes a batch of a chat's messages, and with the last batch its events.
    ///
    /// - Returns: whether messages may be left.
    static func deleteSome(of chat: Int64, _ database: Database) throws -> Bool {
        try database.execute(
            sql: """
                DELETE FROM message
                WHERE chat = ?1 AND seq IN (SELECT seq FROM message WHERE chat = ?1 ORDER BY seq LIMIT ?2)
                """, arguments: [chat, batch])
        if database.changesCount == batch { return true }
        try database.execute(sql: "DELETE FROM event WHERE chat = ?", arguments: [chat])
        return false
    }

    /// Whether the chat has neither members nor open invitations.
    static func isAbandoned(_ chat: Int64, _ database: Database) throws -> Bool {
        try Int.fetchOne(
            database, sql: "SELECT 1 FROM member WHERE chat = ? AND standing IN (?, ?) LIMIT 1",
            arguments: [chat, Membership.member.rawValue, Membership.invited.rawValue]) == nil
    }
}
