import Foundation
import TelexAPI

/// How people have arranged their chats.
extension ChatService {
    /// Keeps what a person has changed of how they have arranged a chat, and tells their other devices.
    ///
    /// - Throws: `ServerError.noChat`, `.badPin` and `.badSetting`.
    func configure(_ address: String, _ request: SettingsRequest, for user: User) throws -> ChatInfo {
        if let order = request.settings.pinOrder, !(0...Limits.lastPin).contains(order) {
            throw ServerError.badPin(order)
        }
        let changes = try request.changes?.map { name in
            guard let change = ChatSettingsInfo.Change(rawValue: name) else { throw ServerError.badSetting(name) }
            return change
        }
        let (chat, event) = try database.write { database -> (ChatRow, Int64?) in
            let chat = try ChatTable.findAny(address, for: user, database)
            let known = chat.settings(of: user)
            var settings = known ?? ChatSettingsInfo()
            for change in changes ?? ChatSettingsInfo.Change.allCases { settings.take(change, of: request.settings) }
            if known == settings { return (chat, nil) }
            let event = try ChatTable.configure(settings, for: user.key, in: chat.key, database)
            return (try ChatTable.get(chat.key, database), event)
        }
        if let event { try tellMembership(chat, [user], event: event) }
        return try info(chat, for: user)
    }

    /// Moves the mark forward that only a person's own devices see, and tells them.
    ///
    /// - Throws: `ServerError.noChat`, `.noMark` and `.noMessage`.
    func markPrivately(_ message: String?, in address: String, of user: User) throws -> Mark {
        let (chat, mark, event) = try database.write { database -> (ChatRow, Mark, Int64?) in
            var chat = try ChatTable.find(address, for: user, database)
            guard let message else { throw ServerError.noMark }
            let seq = try MessageTable.find(message, in: chat, database).seq
            let isNew = chat.member(with: user.key).map { $0.asTheySee.readUpTo < seq } ?? false
            let event =
                isNew ? try ChatTable.raisePrivately(read: seq, of: user, in: chat, database) : nil
            if isNew { chat = try ChatTable.get(chat.key, database) }
            guard let member = chat.member(with: user.key) else { throw ServerError.noChat(address) }
            return (chat, try ChatTable.mark(member.asTheySee, in: chat, database), event)
        }
        if let event { try tellMembership(chat, [user], event: event) }
        return mark
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
