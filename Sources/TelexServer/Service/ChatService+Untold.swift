import GRDB
import TelexAPI

/// Tells what commands have changed.
extension ChatService {
    /// Tells everybody who is online what commands have changed since the last call.
    func tellUntold() throws {
        guard try database.lookUp({ try UntoldTable.hasItems($0) }) else { return }
        for item in try database.write({ try UntoldTable.take($0) }) {
            // One that cannot be read costs only itself.
            try Damage.allowing {
                switch item {
                case .event(let event): try tell(event)
                case .lost(let chat, let user): try tellLoss(of: chat, to: user)
                }
            }
        }
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

    /// Tells somebody that a direct chat is gone, because the other person was removed.
    private func tellLoss(of key: Int64, to user: Int64) throws {
        let found = try database.look { database -> (chat: ChatRow, user: User, event: Int64)? in
            let sql = "SELECT key, name, display FROM user WHERE key = ?"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [user]) else { return nil }
            return (try ChatTable.get(key, database), try Accounts.user(row), try EventLog.last(database))
        }
        guard let (chat, user, event) = found else { return }
        let names = chat.address.split(separator: "+").map(String.init)
        let other = names.first { $0 != user.name } ?? chat.address
        let info = ChatInfo(
            chat: chat.address, title: other, last: 0, lastID: nil, marks: [], event: event,
            standing: ChatInfo.left, inviter: Person(user: other, name: other))
        channels.tell(user, .chat(info), event: event)
    }
}
