import GRDB
import TelexAPI

/// Tells what commands have changed.
extension ChatService {
    /// Tells everybody who is online what commands have changed since the last call.
    func tellUntold() throws {
        guard try database.lookUp({ try UntoldTable.hasEvents($0) }) else { return }
        // One that cannot be read costs only itself.
        for event in try database.write({ try UntoldTable.take($0) }) { try Damage.allowing { try tell(event) } }
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
