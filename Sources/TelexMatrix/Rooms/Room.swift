import Foundation
import TelexCore

/// The data of a room, without its messages. All but the members is stored as one value.
struct Room: Codable, Hashable, Sendable {
    let id: String
    private var name: String?
    private var alias: String?
    /// What the room is about, empty for nothing; `nil` if no event has said so.
    private(set) var topic: String?
    /// The members after whom a room without a name is named.
    private var heroes: [String] = []
    private var joined = 0
    private var invited = 0
    private(set) var isEncrypted = false
    private(set) var isSpace = false
    /// Whether we are no longer in the room.
    var isLeft = false
    /// The other person in a direct chat, by `m.direct`, by our invitation, or by theirs.
    var partner: String?
    var members = RoomMembers()
    /// The id of the last message that is not ours.
    var received: String?
    /// The same, if that message could not be read.
    var unreadable: String?
    /// The unread messages that the server counts, and those of them that were read here without telling anybody.
    private var counted = Count()
    private var seen = Count()
    private var levels = PowerLevels()
    private var creators: [String] = []
    /// The order of our tag `m.favourite`; `nil` without one.
    var pinOrder: Int64?
    /// Whether we have marked the room as unread; `nil` for no.
    var isMarkedUnread: Bool?
    /// The settings that were reported last, if they are others now.
    var reported: Reported?
    /// The room that replaces this one (client-server API, `m.room.tombstone`), and who said so.
    private(set) var successor: Successor?
    /// Who created the room, and when.
    private(set) var creation: Creation?

    struct Successor: Codable, Hashable, Sendable {
        let id: String
        let sender: String
    }

    struct Creation: Codable, Hashable, Sendable {
        let sender: String
        let date: Date
    }

    private struct Count: Codable, Hashable, Sendable {
        var messages = 0
        var mentions = 0
    }

    /// Without the members.
    private enum CodingKeys: CodingKey {
        case id, name, alias, topic, heroes, joined, invited, isEncrypted, isSpace, isLeft, partner, received,
            unreadable
        case counted, seen, levels, creators, pinOrder, isMarkedUnread, reported, successor, creation
    }

    init(id: String) { self.id = id }

    /// Notes that it was encrypted before, which cannot be undone.
    mutating func noteEncryption() { isEncrypted = true }

    /// Applies a state event.
    mutating func apply(_ event: RoomEvent, own: String) {
        guard let key = event.stateKey else { return }
        if event.type == "m.room.member" {
            if !key.isEmpty { apply(member: key, event, own: own) }
            return
        }
        // State of the same type under another key says nothing about the room.
        guard key.isEmpty else { return }
        switch event.type {
        case "m.room.name": name = event.content["name"].string
        case "m.room.topic": topic = MemberName.cut(event.content["topic"].string ?? "", to: ChatTopic.longest)
        case "m.room.canonical_alias": alias = event.content["alias"].string
        case "m.room.encryption": isEncrypted = true
        case "m.room.create":
            isSpace = event.content["type"].string == "m.space"
            creation = Creation(sender: event.sender, date: event.date)
            // From room version 12 on, creators have unlimited power.
            if let version = event.content["room_version"].string.flatMap({ Int($0) }), version >= 12 {
                creators = [event.sender] + event.content["additional_creators"].array.compactMap(\.string)
            }
        case "m.room.tombstone":
            guard let next = event.content["replacement_room"].string, Self.isID(next), next != id else { break }
            successor = Successor(id: next, sender: event.sender)
        case "m.room.power_levels": levels = PowerLevels(event.content)
        default: break
        }
    }

    private mutating func apply(member: String, _ event: RoomEvent, own: String) {
        switch event.content["membership"].string {
        case "leave", "ban":
            members[member].membership = .left
            // Who has left need not have been known before.
            if members[member].name == nil { members[member].name = Self.name(in: event.previous) }
        case "join": note(member, .joined, event)
        case "knock": note(member, .asking, event)
        case "invite":
            note(member, event.sender == own ? .invitedByUs : .invited, event)
            guard event.content["is_direct"].bool == true else { break }
            // A direct invitation between others says nothing about our partner.
            if member == own { partner = event.sender } else if event.sender == own { partner = member }
        default: break
        }
        if event.content["displayname"] == .null, event.content["membership"].string == "join" {
            members[member].name = nil
        }
    }

    private mutating func note(_ member: String, _ membership: Membership, _ event: RoomEvent) {
        members[member].membership = membership
        if let name = Self.name(in: event.content) { members[member].name = name }
    }

    /// The longest name that is kept, in Unicode scalars. A member event can have one of 64 KB, and a room many members.
    private static let longestName = 255

    private static func name(in content: JSON) -> String? {
        guard let name = content["displayname"].string, !name.isEmpty else { return nil }
        if name.unicodeScalars.count <= longestName { return name }
        return String(name.unicodeScalars.prefix(longestName)) + "…"
    }

    /// Takes users' names from old member events, the newest first. A name that is known stays, and so does a joined
    /// member without one.
    mutating func learnNames(_ events: [JSON]) {
        for event in events.compactMap(RoomEvent.init) where event.type == "m.room.member" {
            guard let user = event.stateKey, !user.isEmpty, members[user].name == nil,
                members[user].membership != .joined
            else { continue }
            members[user].name = Self.name(in: event.content) ?? Self.name(in: event.previous)
        }
    }

    /// The most members that a room without a name is named after.
    private static let mostHeroes = 5

    /// Applies the summary of the members. Missing parts stay as they were.
    mutating func apply(summary: JSON) {
        if case .array(let users) = summary["m.heroes"] {
            heroes = Array(users.compactMap(\.string).prefix(Self.mostHeroes))
        }
        if let count = summary["m.joined_member_count"].count { joined = count }
        if let count = summary["m.invited_member_count"].count { invited = count }
    }

    /// Applies the server's count of unread messages.
    ///
    /// - Parameter hasReceipt: whether the server has a new receipt of ours, so that it counts from there.
    /// - Returns: how many of them were not read here either.
    mutating func apply(_ unread: UnreadCount, hasReceipt: Bool) -> UnreadCount {
        counted = Count(messages: unread.messages, mentions: unread.mentions)
        if hasReceipt { seen = Count() }
        seen = Count(
            messages: min(seen.messages, counted.messages), mentions: min(seen.mentions, counted.mentions))
        return UnreadCount(
            messages: counted.messages - seen.messages, mentions: counted.mentions - seen.mentions)
    }

    /// Notes that all messages were read here, and that the server is not told.
    mutating func readSilently() { seen = counted }

    /// The number of joined and invited members.
    var size: Int { joined + invited }
    var joinedCount: Int { joined }
    /// The number of members; `nil` if the server has not sent it.
    var memberCount: Int? { joined > 0 ? size : nil }

    /// Whether the title identifies the room and is not a placeholder.
    var hasName: Bool {
        if ownTitle == Self.unnamed { return false }
        // The partner of a direct chat may be known before their name.
        return !heroes.isEmpty || givenName != nil || partner.map { members[$0].membership != nil } ?? true
    }

    private static let unnamed = "Empty room"

    /// The title of the room (client-server API, section 14.2.2.5).
    var title: String {
        let title = MemberName.cut(ownTitle)
        return isLeft ? "\(title) (left)" : title
    }

    /// The name or alias that somebody gave the room.
    private var givenName: String? {
        if let name = name?.trimmingCharacters(in: .whitespacesAndNewlines), !name.isEmpty { return name }
        return alias.flatMap { $0.isEmpty ? nil : $0 }
    }

    private var ownTitle: String {
        if let givenName { return givenName }
        let others = size - 1 - heroes.count
        let names = heroes.map { disambiguatedName($0) }
        switch (names.count, others) {
        case (0, _): return partner.map { disambiguatedName($0) } ?? Self.unnamed
        case (1, ...0): return names[0]
        case (_, ...0): return names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
        default: return names.joined(separator: ", ") + " and \(others) more"
        }
    }

    /// A user's display name, with the id if it is shared (client-server API, "Calculating the display name for a
    /// user").
    func disambiguatedName(_ user: String) -> String {
        guard let name = members[user].name else { return Self.localpart(user) }
        return members.sharesName(user) ? "\(name) (\(user))" : name
    }

    /// A user's display name with the id.
    func fullName(_ user: String) -> String {
        members[user].name.map { "\(MemberName.visible($0)) (\(user))" } ?? user
    }

    /// Whether a text is a room id. From room version 12 on, it has no server name (MSC4291).
    static func isID(_ text: String) -> Bool {
        guard text.hasPrefix("!"), text.utf8.count <= 255, !text.contains(where: \.isWhitespace) else { return false }
        let opaque = text.dropFirst().prefix { $0 != ":" }
        if opaque.count < text.count - 1 { return !opaque.isEmpty && !text.hasSuffix(":") }
        return opaque.utf8.count == 43
            && opaque.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
    }

    static func localpart(_ user: String) -> String {
        guard user.hasPrefix("@") else { return user }
        let part = user.dropFirst().prefix { $0 != ":" }
        return part.isEmpty ? user : String(part)
    }

    /// Whether a user has joined the room, or was invited by us; `nil` if that is unknown.
    func holds(_ user: String) -> Bool? {
        switch members[user].membership {
        case .joined, .invitedByUs: true
        case .invited, .asking, .left: false
        // With two members and nobody invited, there is no doubt.
        case nil: heroes == [user] && joined == 2 && invited == 0 ? true : nil
        }
    }

    /// The known members who are others than before, or all for `nil`.
    func members(own: String, since before: Room? = nil) -> [UserID: ChatMember] {
        let hasSamePowers = before?.levels == levels && before?.creators == creators
        var changed: [UserID: ChatMember] = [:]
        for user in members.changes(since: hasSamePowers ? before?.members : nil) {
            let member = member(user, own: own)
            if member != before?.member(user, own: own) { changed[UserID(user)] = member }
        }
        return changed
    }

    private func member(_ user: String, own: String) -> ChatMember? {
        guard members.contains(user) else { return nil }
        return ChatMember(
            id: UserID(user), name: members[user].name, standing: members[user].membership?.standing,
            role: role(of: user), rights: rights(of: own, with: user), isOwn: user == own)
    }

    /// What a member may do in the room; `nil` if the power levels are unknown.
    func rights(of user: String) -> [ChatRight]? {
        guard let limits = levels.limits else { return nil }
        let level = level(of: user)
        return (level >= limits.name ? [.retitle] : []) + (level >= limits.topic ?? limits.name ? [.setTopic] : [])
            + (level >= limits.invite ? [.invite] : []) + [.leave, .report]
    }

    /// What a member may do with another (client-server API, `m.room.member` and `m.room.power_levels`).
    private func rights(of user: String, with other: String) -> [ChatMember.Right] {
        guard let limits = levels.limits, let membership = members[other].membership?.standing,
            [.joined, .invited].contains(membership)
        else { return [] }
        let level = level(of: user)
        let isAbove = level > self.level(of: other)
        let canSetRole = membership == .joined && level >= limits.levels
        return (isAbove && level >= limits.kick ? [.remove] : [])
            + (canSetRole && (isAbove || user == other && !creators.contains(user)) ? [.setRole] : [])
    }

    private func role(of user: String) -> ChatMember.Role {
        switch level(of: user) {
        case PowerLevels.admin...: .admin
        case PowerLevels.moderator...: .moderator
        default: .member
        }
    }

    private func level(of user: String) -> Int { creators.contains(user) ? .max : levels.level(of: user) }

    func displayName(_ user: String) -> String? { members[user].name }

    /// Whether a user may notify everybody in the room.
    func mayNotifyAll(_ user: String) -> Bool { creators.contains(user) || levels.mayNotifyAll(user) }
}

/// A user's membership in a room, by their last member event (client-server API, `m.room.member`).
enum Membership: String, Codable, Hashable, Sendable {
    case joined, invited, invitedByUs, left
    /// The user has asked to join.
    case asking

    var standing: ChatMember.Standing {
        switch self {
        case .joined: .joined
        case .invited, .invitedByUs: .invited
        case .asking: .requested
        case .left: .left
        }
    }
}

/// The power levels that Telex needs (client-server API, `m.room.power_levels`).
struct PowerLevels: Codable, Hashable, Sendable {
    private var users: [String: Int] = [:]
    private var usual = 0
    private var notifyingAll = 50
    /// The levels that changes of the room need; `nil` if they are unknown.
    private(set) var limits: Limits?

    /// The usual levels of those with power.
    static let (admin, moderator) = (100, 50)

    struct Limits: Codable, Hashable, Sendable {
        let name: Int
        /// `nil` in a room that was stored before Telex read it.
        let topic: Int?
        let invite: Int
        let kick: Int
        /// To change the levels themselves.
        let levels: Int
    }

    init() {}

    init(_ content: JSON) {
        users = content["users"].object.compactMapValues(\.int)
        usual = content["users_default"].int ?? 0
        notifyingAll = content["notifications"]["room"].int ?? 50
        func level(toSend type: String) -> Int {
            content["events"][type].int ?? content["state_default"].int ?? 50
        }
        limits = Limits(
            name: level(toSend: "m.room.name"), topic: level(toSend: "m.room.topic"),
            invite: content["invite"].int ?? 0, kick: content["kick"].int ?? 50,
            levels: level(toSend: "m.room.power_levels"))
    }

    /// The content of `m.room.power_levels`, with the level of this role for a user.
    static func content(_ content: JSON, giving user: String, _ role: ChatMember.Role) -> JSON {
        var (levels, users) = (content.object, content["users"].object)
        users[user] =
            switch role {
            case .admin: .number(Double(admin))
            case .moderator: .number(Double(moderator))
            case .member: nil
            }
        levels["users"] = .object(users)
        return .object(levels)
    }

    func level(of user: String) -> Int { users[user] ?? usual }

    func mayNotifyAll(_ user: String) -> Bool { level(of: user) >= notifyingAll }
}
