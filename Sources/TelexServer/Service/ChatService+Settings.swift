import Foundation
import TelexAPI

/// How people have arranged their chats.
extension ChatService {
    /// Keeps how a person has arranged a chat, and tells their other devices.
    ///
    /// - Throws: `ServerError.noChat` and `.badPin`.
    func configure(_ address: String, _ settings: ChatSettingsInfo, for user: User) throws -> ChatInfo {
        if let order = settings.pinOrder, !(0...Limits.lastPin).contains(order) { throw ServerError.badPin(order) }
        let (chat, event) = try database.write { database -> (ChatRow, Int64?) in
            let chat = try ChatTable.findAny(address, for: user, database)
            if chat.settings(of: user) == settings { return (chat, nil) }
            let event = try ChatTable.configure(settings, for: user.key, in: chat.key, database)
            return (try ChatTable.get(chat.key, database), event)
        }
        if let event { try tellMembership(chat, [user], event: event) }
        return try info(chat, for: user)
    }

    /// Tells people that a chat is no longer archived.
    ///
    /// - Parameter people: each with the event.
    func tell(_ people: [(User, Int64)], in chat: ChatRow) throws {
        if people.isEmpty { return }
        let chat = try database.look { try ChatTable.get(chat.key, $0) }
        for (user, event) in people { try tellMembership(chat, [user], event: event) }
    }
}
