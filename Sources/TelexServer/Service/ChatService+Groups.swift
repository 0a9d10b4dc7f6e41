import Foundation
import TelexAPI

/// Groups and the invitations to them.
extension ChatService {
    func createGroup(_ request: CreateGroupRequest, for maker: User) async throws -> ChatInfo {
        let people = try await people(request.people, for: maker)
        return try makeGroup(try request.name.map(Self.groupName), of: maker, with: people)
    }

    /// The people to invite, each of them once.
    private func people(_ names: [String], for inviter: User) async throws -> [User] {
        if names.isEmpty { throw ServerError.noPeople }
        if names.count >= Limits.groupPeople { throw ServerError.tooManyPeople(names.count) }
        var people: [User] = []
        for user in try await accounts.find(names, for: inviter) where !people.contains(user) {
            if user == inviter { throw ServerError.yourself }
            // Two bots would talk to each other forever.
            if bots.isBot(user) { throw ServerError.botName(user.name) }
            people.append(user)
        }
        return people
    }

    /// - Parameter name: the title; `nil` to name the group after its members.
    private func makeGroup(_ name: String?, of maker: User, with people: [User]) throws -> ChatInfo {
        let chat = try database.write { database in
            try ChatTable.checkInvitations(of: people, by: maker, database)
            let name =
                try name
                ?? Self.groupName(of: [maker] + people, besides: ChatTable.groupNames(of: maker, database))
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

    /// The default name of a group: the names of its people, cut at the longest length. A number tells it from the groups of the
    /// same name.
    private static func groupName(of people: [User], besides names: Set<String>) -> String {
        let name = people.map(\.title).joined(separator: ", ")
        func numbered(_ number: Int) -> String {
            let ending = number == 1 ? "" : " (\(number))"
            let room = Limits.longestName - ending.unicodeScalars.count
            let scalars = name.unicodeScalars
            return (scalars.count > room ? String(scalars.prefix(room - 1)) + "…" : name) + ending
        }
        var number = 1
        while names.contains(numbered(number)) { number += 1 }
        return numbered(number)
    }

    /// Adds an invited user to the chat. They can read the earlier messages, too.
    ///
    /// - Throws: `ServerError.noInvitation`.
    func join(_ address: String, _ user: User) throws -> ChatInfo {
        let date = expiry.stamp()
        let (chat, joined) = try database.write {
            database -> (ChatRow, (standing: Int64, message: MessageInfo, event: Int64)?) in
            let chat = try ChatTable.findOpen(address, for: user, database)
            if chat.has(user) { return (chat, nil) }
            if chat.guest(user)?.standing != .invited { throw ServerError.noInvitation(address) }
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
            if chat.guest(user)?.standing == .left { throw ServerError.noInvitation(address) }
            if chat.guest(user)?.standing == .declined { return (chat, nil) }
            let event = try ChatTable.decline(user, chat, database)
            return (try ChatTable.get(chat.key, database), event)
        }
        guard let event else { return }
        try tellMembership(chat, chat.members.map(\.user) + [user], event: event)
        try deleteIfAbandoned(chat)
    }

    private func deleteIfAbandoned(_ chat: ChatRow) throws {
        guard try database.look({ try ChatTable.isAbandoned(chat.key, $0) }) else { return }
        while try database.write({ try ChatTable.deleteSome(of: chat.key, $0) }) {}
    }

    // MARK: Changes

    /// A change of a group that was stored.
    private struct Change {
        let chat: ChatRow
        let event: Int64
        /// What the chat says about it, with the event of that.
        var message: (message: MessageInfo, event: Int64)?
    }

    /// Sends a change to all who are in the group or invited to it, and to others whom it concerns.
    private func tell(_ change: Change, _ others: [User] = []) throws {
        let chat = change.chat
        try tellMembership(chat, chat.members.map(\.user) + chat.invited + others, event: change.event)
        if let (message, event) = change.message { channels.tell(.message(message), event: event, in: chat) }
    }

    /// - Throws: `ServerError.noChat`, `.notGroup`, `.notAdmin` and `.badName`.
    func setTitle(_ title: String, of address: String, by user: User) throws -> ChatInfo {
        try set(.title, to: try Self.groupName(title), of: address, by: user, saying: MessageInfo.titled)
    }

    /// - Parameter topic: empty for none.
    /// - Throws: `ServerError.noChat`, `.notGroup`, `.notAdmin` and `.badName`.
    func setTopic(_ topic: String, of address: String, by user: User) throws -> ChatInfo {
        let topic = Accounts.tidied(topic)
        if topic.unicodeScalars.count > Limits.longestTopic {
            throw ServerError.badName("\"topic\" is too long: at most \(Limits.longestTopic) characters.")
        }
        return try set(.topic, to: topic, of: address, by: user, saying: MessageInfo.topicChanged)
    }

    /// Changes a text of a group as one of its admins, and says so in the group.
    ///
    /// - Parameter kind: the kind of the message.
    private func set(
        _ text: ChatRow.Text, to value: String, of address: String, by user: User, saying kind: String
    ) throws -> ChatInfo {
        let date = expiry.stamp()
        let (chat, change) = try database.write { database -> (ChatRow, Change?) in
            let chat = try ChatTable.findGroup(address, for: user, asAdmin: true, database)
            if chat.text(text) == value { return (chat, nil) }
            let event = try ChatTable.set(text, to: value, of: chat, by: user, database)
            let message = try MessageTable.add(kind, value, of: user, at: date, to: chat, database)
            let changed = try ChatTable.get(chat.key, database)
            return (changed, Change(chat: changed, event: event, message: message))
        }
        if let change { try tell(change) }
        return try info(chat, for: user)
    }

    /// Invites people who are neither in the group nor invited to it.
    ///
    /// - Throws: `ServerError.noChat`, `.notGroup`, `.hasDeclined`, `.groupFull`, `.tooManyInvitations`, and why somebody
    ///   cannot be found.
    func invite(_ names: [String], to address: String, by user: User) async throws -> ChatInfo {
        try invite(try await people(names, for: user), to: address, by: user)
    }

    private func invite(_ people: [User], to address: String, by user: User) throws -> ChatInfo {
        let (chat, change) = try database.write { database -> (ChatRow, Change?) in
            let chat = try ChatTable.findGroup(address, for: user, database)
            let new = people.filter { !chat.has($0) && chat.guest($0)?.standing != .invited }
            if new.isEmpty { return (chat, nil) }
            for person in new where chat.guest(person)?.standing == .declined {
                throw ServerError.hasDeclined(person.title)
            }
            let count = chat.members.count + chat.invited.count + new.count
            if count > Limits.groupPeople { throw ServerError.groupFull(count) }
            try ChatTable.checkInvitations(of: new, by: user, database)
            let event = try ChatTable.invite(new, by: user, to: chat, database)
            let changed = try ChatTable.get(chat.key, database)
            return (changed, Change(chat: changed, event: event))
        }
        if let change { try tell(change) }
        return try info(chat, for: user)
    }

    /// Takes somebody out of a group: the caller, another member, or a person who was invited. If nobody is left in the group
    /// or invited to it, deletes its messages.
    ///
    /// - Parameter name: the user name.
    /// - Throws: `ServerError.noChat`, `.notGroup`, `.notAdmin` and `.noMember`.
    func remove(_ name: String, from address: String, by user: User) throws {
        let date = expiry.stamp()
        let (removed, change) = try database.write { database -> (User, Change) in
            let chat = try ChatTable.findGroup(address, for: user, database)
            let people = chat.members.map(\.user) + chat.invited
            guard let removed = people.first(where: { $0.name == name }) else { throw ServerError.noMember(name) }
            // Who has invited somebody can take that back.
            if removed != user, chat.guest(removed)?.inviter != user {
                _ = try ChatTable.findGroup(address, for: user, asAdmin: true, database)
            }
            let event = try ChatTable.remove(removed, from: chat, by: user, database)
            var message: (message: MessageInfo, event: Int64)?
            if removed == user {
                message = try MessageTable.add(MessageInfo.left, of: user, at: date, to: chat, database)
            } else if chat.has(removed) {
                message = try MessageTable.add(
                    MessageInfo.removed, removed.name, of: user, at: date, to: chat, database)
            }
            return (removed, Change(chat: try ChatTable.get(chat.key, database), event: event, message: message))
        }
        typing(false, of: removed, in: change.chat.key)
        for subscription in hub.live(in: change.chat.key) where subscription.caller.user == removed {
            subscription.end(.removed)
        }
        try tell(change, [removed])
        try deleteIfAbandoned(change.chat)
    }

    /// - Parameter name: the user name of a member.
    /// - Throws: `ServerError.noChat`, `.notGroup`, `.notAdmin`, `.noMember` and `.lastAdmin`.
    func setAdmin(_ isAdmin: Bool, _ name: String, in address: String, by user: User) throws -> ChatInfo {
        let (chat, change) = try database.write { database -> (ChatRow, Change?) in
            let chat = try ChatTable.findGroup(address, for: user, asAdmin: true, database)
            guard let member = chat.members.first(where: { $0.user.name == name }) else {
                throw ServerError.noMember(name)
            }
            if member.isAdmin == isAdmin { return (chat, nil) }
            if !isAdmin, chat.members.count(where: \.isAdmin) == 1 { throw ServerError.lastAdmin }
            let event = try ChatTable.setAdmin(isAdmin, member.user, in: chat, database)
            let changed = try ChatTable.get(chat.key, database)
            return (changed, Change(chat: changed, event: event))
        }
        if let change { try tell(change) }
        return try info(chat, for: user)
    }
}
