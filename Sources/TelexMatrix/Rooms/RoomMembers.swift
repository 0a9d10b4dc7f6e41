/// The users of a room with a known member event.
struct RoomMembers: Hashable, Sendable {
    private var members: [String: RoomMember] = [:]
    /// How many members have a name. Those who have asked to join do not count.
    private var counts: [String: Int] = [:]

    /// - Parameter kept: the stored members, by user id.
    init(kept: [String: String] = [:]) {
        for (user, text) in kept { self[user] = RoomMember(kept: text) }
    }

    /// A user without a known member event has neither a name nor a membership.
    subscript(user: String) -> RoomMember {
        get { members[user] ?? RoomMember() }
        set {
            let old = self[user]
            guard newValue != old else { return }
            if let name = old.countedName { counts[name] = counts[name].flatMap { $0 > 1 ? $0 - 1 : nil } }
            if let name = newValue.countedName { counts[name, default: 0] += 1 }
            members[user] = newValue
        }
    }

    func contains(_ user: String) -> Bool { members[user] != nil }

    /// Whether another member has the same name.
    func sharesName(_ user: String) -> Bool {
        let member = self[user]
        return member.name.flatMap { counts[$0] } ?? 0 > (member.countedName == nil ? 0 : 1)
    }

    /// The users who are others than before, or all for `nil`.
    func changes(since before: RoomMembers?) -> [String] {
        guard let before else { return Array(members.keys) }
        // Mostly nothing has changed. Both then share their storage, which takes no time to compare.
        if members == before.members { return [] }
        return members.filter { before.members[$0.key] != $0.value }.map(\.key)
    }
}

/// What the last member event of a user says.
struct RoomMember: Hashable, Sendable {
    /// The display name.
    var name: String?
    var membership: Membership?

    /// The name, if the user counts as somebody who has it.
    fileprivate var countedName: String? { membership == .asking ? nil : name }
}

extension RoomMember {
    /// - Parameter kept: the stored text: the membership, a space, and the name.
    init(kept: String) {
        let space = kept.utf8.firstIndex(of: UInt8(ascii: " ")) ?? kept.endIndex
        membership = Membership(rawValue: String(kept[..<space]))
        let name = kept.utf8[space...].dropFirst()
        self.name = name.isEmpty ? nil : String(name)
    }

    var kept: String { "\(membership?.rawValue ?? "") \(name ?? "")" }
}
