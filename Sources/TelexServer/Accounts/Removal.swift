import Foundation
import GRDB
import TelexAPI

/// Deletes a user with their tokens, invitations and direct chats. The other people lose those chats, too.
///
/// The user leaves all groups. Their messages there stay, under the user name.
package struct Removal {
    private let store: ServerStore
    private let user: User
    /// The number of direct chats that will be deleted.
    package let chats: Int
    package let messages: Int
    /// The number of groups that the user is in, was invited to or has declined.
    package let groups: Int

    /// - Throws: `ServerError.noUser` and `.botName`.
    package init(_ name: String, _ store: ServerStore) throws {
        if BotHouse.names.contains(name) { throw ServerError.botName(name) }
        self.store = store
        (user, chats, messages, groups) = try store.database.read { database in
            // An interrupted removal can be repeated.
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT *,
                        (SELECT count(*) FROM member JOIN chat ON chat.key = chat
                            WHERE user = user.key AND chat.name IS NULL) AS chats,
                        (SELECT count(*) FROM member JOIN chat ON chat.key = member.chat
                            JOIN message ON message.chat = member.chat
                            WHERE member.user = user.key AND chat.name IS NULL) AS messages,
                        (SELECT count(*) FROM member JOIN chat ON chat.key = chat
                            WHERE user = user.key AND chat.name IS NOT NULL) AS groups
                    FROM user WHERE name = ?
                    """, arguments: [name])
            guard let row else { throw ServerError.noUser(name) }
            let (chats, groups) = (
                try row.decode(Int.self, forColumn: "chats"), try row.decode(Int.self, forColumn: "groups")
            )
            if try row.decode(Bool.self, forColumn: "isRemoved"), chats == 0, groups == 0 {
                throw ServerError.noUser(name)
            }
            return (try Accounts.user(row), chats, try row.decode(forColumn: "messages"), groups)
        }
    }

    package func carryOut() throws {
        let database = store.database
        let rows = try database.write { database in
            for table in ["token", "invitation"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE user = ?", arguments: [user.key])
            }
            try database.execute(
                sql: "UPDATE user SET display = '', isRemoved = 1 WHERE key = ?", arguments: [user.key])
            try database.execute(
                sql: "DELETE FROM ignored WHERE user = ? OR ignored = ?", arguments: [user.key, user.key])
            try FileTable.deleteUnused(of: user, database)
            try NameIndex.remove(user, database)
            return try Row.fetchAll(
                database,
                sql: "SELECT chat, name IS NOT NULL AS isGroup FROM member JOIN chat ON chat.key = chat WHERE user = ?",
                arguments: [user.key])
        }
        for row in rows {
            let chat: Int64 = try row.decode(forColumn: "chat")
            if try row.decode(forColumn: "isGroup") { try leave(chat) } else { try delete(chat) }
        }
        let folder = FileFolder(store: store.path)
        while try database.write({ try FileTable.removeSome(from: folder, $0) }) {}
        // Otherwise deleted data would stay readable in the WAL. If readers block this, the server does it within an
        // hour.
        try store.checkpoint()
    }

    private func delete(_ chat: Int64) throws {
        while try store.database.write({ try ChatTable.deleteSome(of: chat, $0) }) {}
        try store.database.write { database in
            let found = try ChatTable.get(chat, database)
            let event = try EventLog.add(.chat, chat: chat, user: user.key, seq: 0, database)
            for member in found.members where member.user.key != user.key {
                try UntoldTable.add(event: event, deleted: (found.address, member.user.key), database)
            }
            // The chat's row stays, without members, so that no other chat gets its key.
            for table in ["event", "member"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE chat = ?", arguments: [chat])
            }
        }
    }

    private func leave(_ group: Int64) throws {
        let date = store.expiry.stamp()
        let isAbandoned = try store.database.write { database in
            try UntoldTable.add(
                event: try EventLog.add(.chat, chat: group, user: user.key, seq: 0, database), database)
            let chat = try ChatTable.get(group, database)
            if chat.members.contains(where: { $0.user.key == user.key }) {
                let (_, event) = try MessageTable.add(MessageInfo.left, of: user, at: date, to: chat, database)
                try UntoldTable.add(event: event, database)
            }
            try takeName(from: chat, database)
            try database.execute(
                sql: "DELETE FROM member WHERE chat = ? AND user = ?", arguments: [group, user.key])
            try ChatTable.keepAdmin(of: group, database)
            return try ChatTable.isAbandoned(group, database)
        }
        if isAbandoned { while try store.database.write({ try ChatTable.deleteSome(of: group, $0) }) {} }
    }

    /// Takes the name of the user out of titles that are the names of the people of a group.
    private func takeName(from chat: ChatRow, _ database: Database) throws {
        let people = Set((chat.members.map(\.user) + chat.guests.map(\.user)).map(\.title) + [user.title])
        let titles = chat.guests.compactMap(\.title) + [chat.name].compactMap(\.self)
        for title in Set(titles) {
            guard let names = Self.names(in: title, of: people), names.contains(user.title) else { continue }
            let others = names.filter { $0 != user.title }
            let changed = others.isEmpty ? user.name : others.joined(separator: ", ")
            try database.execute(
                sql: "UPDATE chat SET name = ? WHERE key = ? AND name = ?", arguments: [changed, chat.key, title])
            try database.execute(
                sql: "UPDATE member SET title = ? WHERE chat = ? AND title = ?", arguments: [changed, chat.key, title])
        }
    }

    /// The names that a default title is made of; `nil` if it has anything else.
    static func names(in title: String, of people: Set<String>) -> [String]? {
        // The number that tells it from others of the same name.
        var rest = title.replacing(#/ \([0-9]+\)$/#, with: "")[...]
        let isCut = rest.hasSuffix("…")
        if isCut { rest.removeLast() }
        // "Ann, Jr." before "Ann".
        let names = people.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
        var found: [String] = []
        while true {
            if let name = names.first(where: { rest == $0 || rest.hasPrefix("\($0), ") }) {
                found.append(name)
                if rest == name { return found }
                rest.removeFirst(name.count + 2)
            } else if isCut, let name = names.first(where: { $0.hasPrefix(rest) }) {
                return found + [name]
            } else {
                return nil
            }
        }
    }
}
