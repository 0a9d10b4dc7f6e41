import TelexJSON

/// The known members of a chat, and their display names.
///
/// A name proves nothing: people can choose any name. A name that looks like another member's, like ours, or like an id
/// is shown with the id, which the network guarantees.
public struct Members: Sendable {
    private var members: [UserID: ChatMember] = [:]
    /// The members by the skeletons of their names and ids. Built when a name first changes, because stored members
    /// already say whether they mislead.
    private var looks: [String: Set<UserID>]?
    /// Whether we have left.
    private(set) var hasLeft = false

    /// - Parameter stored: members whose `isMisleading` is already known.
    public init(stored: [ChatMember] = []) {
        for member in stored {
            members[member.id] = member
            if member.isOwn { hasLeft = member.standing == .left }
        }
    }

    public var count: Int { members.count }

    subscript(id: UserID) -> ChatMember? { members[id] }

    /// All members, in any order.
    var unsorted: some Collection<ChatMember> { members.values }

    /// All members, by membership and then by name.
    public var all: [ChatMember] {
        let ranks = ChatMember.Standing.allCases
        return members.values
            .map { member in
                let rank = member.standing.flatMap(ranks.firstIndex) ?? ranks.count
                return (key: (rank, member.name?.lowercased() ?? "", member.id), member: member)
            }
            .sorted { $0.key < $1.key }
            .map(\.member)
    }

    /// The only member besides us who is in the chat or invited; `nil` if there are others, or none is known.
    var onlyOther: ChatMember? {
        let others = members.values.lazy.filter { !$0.isOwn && [.joined, .invited].contains($0.standing) }.prefix(2)
        return others.count == 1 ? others.first : nil
    }

    /// The display name: the name, with the id if the name could mislead; the id if there is no name.
    public func displayName(of id: UserID) -> String {
        guard let member = members[id], let name = member.name else { return id.text }
        return member.isMisleading ? fullName(of: id) : name
    }

    /// The name with the id; the id alone if there is no name.
    func fullName(of id: UserID) -> String {
        let name = MemberName.visible(members[id]?.name ?? "")
        return name.isEmpty || name == id.text ? id.text : "\(name) (\(id))"
    }

    func isOwn(_ id: UserID) -> Bool { members[id]?.isOwn ?? false }

    /// The display name of a message's sender.
    ///
    /// - Parameter isOwn: whether we sent the message.
    func senderName(of content: MessageContent, isOwn: Bool) -> String {
        if isOwn { return content.program.map { "\(Self.us) (\($0))" } ?? Self.us }
        if let sender = content.sender, self.isOwn(sender) { return Self.us }
        return content.sender.map(displayName) ?? content.senderName.map(MemberName.visible).flatMap {
            $0.isEmpty ? nil : $0
        }
            ?? Self.unknown
    }

    /// Our own display name.
    static let us = "You"

    /// The display name of a sender whom the network does not identify.
    static let unknown = "Unknown sender"

    /// Records the membership and the name of a member.
    ///
    /// - Returns: whether anything changed.
    mutating func note(_ member: ChatMember) -> Bool {
        var member = member
        if member.name?.allSatisfy(\.isWhitespace) == true { member.name = nil }
        member.isMisleading = members[member.id]?.isMisleading ?? false
        if members[member.id] == member { return false }
        if member.isOwn { hasLeft = member.standing == .left }
        var looks = looks ?? Self.looks(of: members)
        self.looks = nil
        var affected: Set = [member.id]
        let before = members[member.id].map(MemberName.looks) ?? []
        let after = MemberName.looks(of: member)
        // Others are affected only if they become the only one with a look, or no longer are. Everybody else already
        // shares it: a name that thousands have costs no more than any other.
        for look in before.subtracting(after) {
            looks[look]?.remove(member.id)
            if let users = looks[look], users.count < 2 {
                affected.formUnion(users)
                if users.isEmpty { looks[look] = nil }
            }
        }
        members[member.id] = member
        for look in after.subtracting(before) {
            if let users = looks[look], users.count == 1 { affected.formUnion(users) }
            looks[look, default: []].insert(member.id)
        }
        for id in affected {
            let isMisleading = isMisleading(id, looks)
            members[id]?.isMisleading = isMisleading
        }
        self.looks = looks
        return true
    }

    /// The members who have left, given the ids of all who are present.
    func gone(from present: Set<UserID>) -> [ChatMember] {
        members.values.filter { $0.standing != nil && $0.standing != .left && !present.contains($0.id) }
            .map { ChatMember(id: $0.id, name: $0.name, standing: .left, isOwn: $0.isOwn) }
    }

    /// Adds the members of `others` that are not known here.
    package mutating func add(_ others: Members) {
        for member in others.members.values where members[member.id] == nil { _ = note(member) }
    }

    /// Records the name of somebody who wrote something.
    ///
    /// - Parameter isLate: whether the message is from the history; a known name then takes precedence.
    /// - Returns: whether anything changed.
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
        // A capital letter may look like another whose lowercase form looks different.
        return MemberName.deceives(name)
            || [name, name.lowercased()].contains { looks[MemberName.skeleton($0)] != [id] }
    }
}

/// Written as an array of `ChatMember`.
extension Members: WireValue {
    public static var schema: JSONValue { [ChatMember].schema }
    public static var kind: String { [ChatMember].kind }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Members {
        Members(stored: try [ChatMember].read(value))
    }
    public func write(to writer: inout JSONWriter) { all.compactMap(\.readable).write(to: &writer) }
}

extension Members: Hashable {
    public static func == (one: Members, other: Members) -> Bool { one.members == other.members }

    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
