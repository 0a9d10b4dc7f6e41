import GRDB
import TelexAPI

/// Tells what commands have changed.
extension ChatService {
    /// Tells everybody who is online what commands have changed since the last call.
    func tellUntold() throws {
        guard try database.lookUp({ try UntoldTable.hasEvents($0) }) else { return }
        // One that cannot be read costs only itself.
        for row in try database.write({ try UntoldTable.take($0) }) {
            try Damage.allowing {
                if let (address, user) = row.deleted {
                    try tellDeleted(address, to: user, event: row.event)
                } else {
                    try tell(row.event)
                }
            }
        }
    }

    /// Tells a user that a chat with somebody else no longer exists, as if they had left it.
    private func tellDeleted(_ address: String, to key: Int64, event: Int64) throws {
        let found = try database.look { database -> (user: User, chat: Int64)? in
            let sql = """
                SELECT user.key, name, display, (SELECT key FROM chat WHERE address = ?) AS chat FROM user WHERE key = ?
                """
            return try Row.fetchOne(database, sql: sql, arguments: [address, key]).map {
                (try Accounts.user($0), try $0.decode(forColumn: "chat"))
            }
        }
        guard let (user, chat) = found, let other = User.names(in: address).first(where: { $0 != user.name }) else {
            return
        }
        for subscription in hub.live(in: chat) where subscription.caller.user == user { subscription.end(.removed) }
        // The display name was deleted.
        let info = ChatInfo(
            chat: address, title: other, last: 0, lastID: nil, marks: [], event: event,
            group: ChatInfo.Group(people: [], invited: [], admins: [], joined: 0), standing: ChatInfo.left,
            inviter: Person(user: other, name: other))
        channels.tell(user, .chat(info), event: event)
    }

    private func tell(_ event: Int64) throws {
        let found = try database.look { database -> (kind: EventKind?, chat: ChatRow, message: MessageInfo?)? in
            let sql = "SELECT chat, kind, seq FROM event WHERE id = ?"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [event]) else { return nil }
            let chat = try ChatTable.get(try row.decode(forColumn: "chat"), database)
            let message = try MessageTable.get(try row.decode(forColumn: "seq"), in: chat, database)
            return (EventKind(rawValue: try row.decode(forColumn: "kind")), chat, message)
        }
        switch (found?.kind, found?.chat, found?.message) {
        case (.message, let chat?, let message?): channels.tell(.message(message), event: event, in: chat)
        case (.chat, let chat?, _): try tellMembership(chat, chat.members.map(\.user) + chat.invited, event: event)
        default: break
        }
    }
}
