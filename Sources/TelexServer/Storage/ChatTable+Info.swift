import GRDB
import TelexAPI

/// Chats as members and invited people see them.
extension ChatTable {
    static func info(_ chat: ChatRow, for user: User, _ database: Database) throws -> ChatInfo {
        try info(
            chat, for: user, lastID: lastID(chat, database),
            marks: marks(marks(chat, database), in: chat, for: user, database))
    }

    /// The chat as each of the users sees it.
    static func infos(_ chat: ChatRow, for users: [User], _ database: Database) throws -> [(User, ChatInfo)] {
        let (lastID, marks) = (try lastID(chat, database), try marks(chat, database))
        return try users.map { user in
            let own = try self.marks(marks, in: chat, for: user, database)
            return (user, info(chat, for: user, lastID: lastID, marks: own))
        }
    }

    private static func info(_ chat: ChatRow, for user: User, lastID: String?, marks: [Mark]) -> ChatInfo {
        let title = chat.name ?? chat.others(than: user).map(\.title).joined(separator: ", ")
        guard let guest = chat.guest(user) else {
            return ChatInfo(
                chat: chat.address, title: title, last: chat.last, lastID: lastID, marks: marks,
                event: chat.event(for: user), group: group(chat, for: user),
                settings: chat.settings(of: user), topic: topic(chat))
        }
        return ChatInfo(
            chat: chat.address, title: guest.title ?? title, last: 0, lastID: nil, marks: [], event: guest.since,
            group: guest.standing == .invited
                ? group(chat, for: user) : ChatInfo.Group(people: [], invited: [], admins: [], joined: 0),
            settings: guest.settings, standing: standing(guest), inviter: guest.inviter.person,
            topic: guest.standing == .invited ? topic(chat) : nil)
    }

    private static func topic(_ chat: ChatRow) -> String? { chat.topic.isEmpty ? nil : chat.topic }

    private static func standing(_ guest: ChatRow.Guest) -> String? {
        switch guest.standing {
        case .member: nil
        case .invited: ChatInfo.invited
        case .declined: ChatInfo.declined
        case .left: ChatInfo.left
        }
    }

    private static func group(_ chat: ChatRow, for user: User) -> ChatInfo.Group? {
        guard chat.name != nil else { return nil }
        let ownGuests = chat.guests.filter { $0.standing == .invited && $0.inviter == user }.map(\.user.name)
        return ChatInfo.Group(
            people: chat.members.map(\.user.person),
            invited: chat.invited.map(\.person), admins: chat.members.filter(\.isAdmin).map(\.user.name),
            joined: chat.members.first { $0.user == user }?.joined ?? 0,
            ownGuests: ownGuests.isEmpty ? nil : ownGuests)
    }

    private static func lastID(_ chat: ChatRow, _ database: Database) throws -> String? {
        try MessageTable.id(at: chat.last, in: chat, database)
    }

    private static func marks(_ chat: ChatRow, _ database: Database) throws -> [Mark] {
        // Look up each id once: many members have read up to the same message.
        var ids: [Int64: String?] = [:]
        for seq in chat.members.flatMap({ [$0.readUpTo, $0.deliveredUpTo] }) where ids[seq] == nil {
            ids[seq] = .some(try MessageTable.id(at: seq, in: chat, database))
        }
        return chat.members.map { mark($0, in: chat) { ids[$0] ?? nil } }
    }

    /// The marks as a user sees them, who may have read more than others see.
    private static func marks(
        _ marks: [Mark], in chat: ChatRow, for user: User, _ database: Database
    ) throws -> [Mark] {
        guard let member = chat.member(with: user.key), member.asTheySee != member else { return marks }
        let own = try mark(member.asTheySee, in: chat, database)
        return marks.map { $0.user == user.name ? own : $0 }
    }

    static func mark(_ member: ChatRow.Member, in chat: ChatRow, _ database: Database) throws -> Mark {
        try mark(member, in: chat) { try MessageTable.id(at: $0, in: chat, database) }
    }

    private static func mark(
        _ member: ChatRow.Member, in chat: ChatRow, _ id: (Int64) throws -> String?
    ) rethrows -> Mark {
        Mark(
            chat: chat.address, user: member.user.name, read: try id(member.readUpTo), readSeq: member.readUpTo,
            delivered: try id(member.deliveredUpTo), deliveredSeq: member.deliveredUpTo)
    }

    static func mark(of user: User, in chat: ChatRow, _ database: Database) throws -> Mark {
        let chat = try get(chat.key, database)
        guard let member = chat.members.first(where: { $0.user == user }) else {
            throw ServerError.noChat(chat.address)
        }
        return try mark(member, in: chat, database)
    }
}
