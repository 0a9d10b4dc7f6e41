/// The members of a chat who are known, and the names by which they are shown.
///
/// A name proves nothing: anybody can call themselves anything. So a name that looks like that of somebody else in the chat,
/// like ours, or like an id is shown with the id, which the network vouches for.
public struct Members: Sendable {
    private var members: [UserID: ChatMember] = [:]
    /// Whose names and ids look so. Made when a name first changes, since what was stored says already which mislead.
    private var looks: [String: Set<UserID>]?

    /// - Parameter stored: members of which it is known whether their names mislead.
    public init(stored: [ChatMember] = []) {
        for member in stored { members[member.id] = member }
    }

    public var count: Int { members.count }

    public subscript(id: UserID) -> ChatMember? { members[id] }

    /// All of them, by how they stand and then by name.
    public var all: [ChatMember] {
        func rank(_ member: ChatMember) -> Int {
            member.standing.flatMap { ChatMember.Standing.allCases.firstIndex(of: $0) }
                ?? ChatMember.Standing.allCases.count
        }
        return members.values.sorted {
            (rank($0), $0.name?.lowercased() ?? "", $0.id.text) < (rank($1), $1.name?.lowercased() ?? "", $1.id.text)
        }
    }

    /// What somebody is called where others are, too: by name, with the id where the name could mislead; by id where there
    /// is no name.
    public func displayName(of id: UserID) -> String {
        guard let member = members[id], let name = member.name else { return id.text }
        return member.isMisleading ? fullName(of: id) : name
    }

    /// The name and the id of somebody; the id alone where there is no name.
    func fullName(of id: UserID) -> String {
        let name = MemberName.visible(members[id]?.name ?? "")
        return name.isEmpty || name == id.text ? id.text : "\(name) (\(id))"
    }

    func isOwn(_ id: UserID) -> Bool { members[id]?.isOwn ?? false }

    /// What the sender of a message is called.
    func senderName(of content: MessageContent) -> String {
        if let sender = content.sender, isOwn(sender) { return Self.us }
        return content.sender.map(displayName) ?? content.senderName.map(MemberName.visible).flatMap {
            $0.isEmpty ? nil : $0
        }
            ?? Self.unknown
    }

    /// What we are called.
    static let us = "You"

    /// What a sender is called of whom the network says nothing.
    static let unknown = "Unknown sender"

    /// Takes in how a member stands, and what they are called.
    ///
    /// - Returns: whether that is new.
    mutating func note(_ member: ChatMember) -> Bool {
        var member = member
        if member.name?.allSatisfy(\.isWhitespace) == true { member.name = nil }
        member.isMisleading = members[member.id]?.isMisleading ?? false
        if members[member.id] == member { return false }
        var looks = looks ?? Self.looks(of: members)
        self.looks = nil
        var affected: Set = [member.id]
        for look in members[member.id].map(MemberName.looks) ?? [] {
            looks[look]?.remove(member.id)
            affected.formUnion(looks[look] ?? [])
        }
        members[member.id] = member
        for look in MemberName.looks(of: member) {
            affected.formUnion(looks[look] ?? [])
            looks[look, default: []].insert(member.id)
        }
        for id in affected {
            let isMisleading = isMisleading(id, looks)
            members[id]?.isMisleading = isMisleading
        }
        self.looks = looks
        return true
    }

    /// Those who are there no longer, if these are all who are.
    func gone(from present: Set<UserID>) -> [ChatMember] {
        members.values.filter { $0.standing != nil && $0.standing != .left && !present.contains($0.id) }
            .map { ChatMember(id: $0.id, name: $0.name, standing: .left, isOwn: $0.isOwn) }
    }

    /// Takes in those of others who are not known.
    package mutating func add(_ others: Members) {
        for member in others.members.values where members[member.id] == nil { _ = note(member) }
    }

    /// Takes in what somebody who wrote something is called.
    ///
    /// - Parameter isLate: whether that was long ago, so that a name which is known counts more.
    /// - Returns: whether that is new.
    mutating func learn(_ name: String, of id: UserID, isLate: Bool = false) -> Bool {
        guard var member = members[id] else { return note(ChatMember(id: id, name: name)) }
        if member.name == name || isLate && member.name != nil { return false }
        member.name = name
        return note(member)
    }

    private static func looks(of members: [UserID: ChatMember]) -> [String: Set<UserID>] {
        var looks: [String: Set<UserID>] = [:]
        for member in members.values {
            for look in MemberName.looks(of: member) { looks[look, default: []].insert(member.id) }
        }
        return looks
    }

    private func isMisleading(_ id: UserID, _ looks: [String: Set<UserID>]) -> Bool {
        guard let member = members[id], let name = member.name, name != id.text else { return false }
        // A capital letter may look like one whose small letter looks otherwise.
        return MemberName.deceives(name)
            || [name, name.lowercased()].contains { looks[MemberName.skeleton($0)] != [id] }
    }
}

extension Members: Hashable {
    public static func == (one: Members, other: Members) -> Bool { one.members == other.members }

    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
