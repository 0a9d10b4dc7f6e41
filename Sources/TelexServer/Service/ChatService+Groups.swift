import Foundation
import TelexAPI

/// Groups and the invitations to them.
extension ChatService {
    func createGroup(_ request: CreateGroupRequest, for maker: User) async throws -> ChatInfo {
        if request.people.isEmpty { throw ServerError.noPeople }
        if request.people.count >= Limits.groupPeople { throw ServerError.tooManyPeople(request.people.count) }
        var people: [User] = []
        for user in try await accounts.find(request.people, for: maker) where !people.contains(user) {
            if user == maker { throw ServerError.yourself }
            // Two bots would talk to each other forever.
            if bots.isBot(user) { throw ServerError.botName(user.name) }
            people.append(user)
        }
        let name = try request.name.map(Self.groupName) ?? Self.groupName(of: [maker] + people)
        return try makeGroup(name, of: maker, with: people)
    }

    private func makeGroup(_ name: String, of maker: User, with people: [User]) throws -> ChatInfo {
        let chat = try database.write { database in
            for user in people where try ChatTable.openInvitations(of: user, database) >= Limits.openInvitations {
                throw ServerError.tooManyInvitations(user.title)
            }
            return try ChatTable.makeGroup(name, of: maker, with: people, database)
        }
        try tellMembership(chat, [maker] + people, event: chat.event)
        return try info(chat, for: maker)
    }

    private static func groupName(_ name: String) throws(ServerError) -> String {
        let name = Accounts.tidied(name)
        if name.isEmpty {
            throw .badName("\"title\" is empty. Give the group a title, or leave it out to name it after its members.")
        }
        if name.unicodeScalars.count > Limits.longestName {
            throw .badName("\"title\" is too long: at most \(Limits.longestName) characters.")
        }
        return name
    }

    /// The default name of a group: the names of its people, cut at the longest length.
    private static func groupName(of people: [User]) -> String {
        let name = people.map(\.title).joined(separator: ", ")
        let scalars = name.unicodeScalars
        return scalars.count > Limits.longestName ? String(scalars.prefix(Limits.longestName - 1)) + "…" : name
    }

    /// Adds an invited user to the chat. They can read the earlier messages, too.
    ///
    /// - Throws: `ServerError.noInvitation`.
    func join(_ address: String, _ user: User) throws -> ChatInfo {
        let date = Date()
        let (chat, joined) = try database.write {
            database -> (ChatRow, (standing: Int64, message: MessageInfo, event: Int64)?) in
            let chat = try ChatTable.findOpen(address, for: user, database)
            if chat.has(user) { return (chat, nil) }
            if chat.guest(user)?.hasDeclined == true { throw ServerError.noInvitation(address) }
            let standing = try ChatTable.join(user, chat, database)
            let (message, event) = try MessageTable.add(MessageInfo.joined, of: user, at: date, to: chat, database)
            return (try ChatTable.get(chat.key, database), (standing, message, event))
        }
        if let joined {
            try tellMembership(chat, chat.members.map(\.user), event: joined.standing)
            channels.tell(.message(joined.message), event: joined.event, in: chat)
        }
        return try info(chat, for: user)
    }

    /// Declines an invitation. If nobody is left in the chat or invited to it, deletes its messages.
    ///
    /// - Throws: `ServerError.noInvitation` and `.isMember`.
    func decline(_ address: String, _ user: User) throws {
        let (chat, event) = try database.write { database -> (ChatRow, Int64?) in
            let chat = try ChatTable.findOpen(address, for: user, database)
            if chat.has(user) { throw ServerError.isMember(address) }
            if chat.guest(user)?.hasDeclined == true { return (chat, nil) }
            let event = try ChatTable.decline(user, chat, database)
            return (try ChatTable.get(chat.key, database), event)
        }
        guard let event else { return }
        try tellMembership(chat, chat.members.map(\.user) + [user], event: event)
        if try database.look({ try ChatTable.isAbandoned(chat.key, $0) }) {
            while try database.write({ try ChatTable.deleteSome(of: chat.key, $0) }) {}
        }
    }
}
