/// A chat, as those who are in it share it.
struct ChatRow: Hashable, Sendable {
    let key: Int64
    let address: String
    /// What a group is called; `nil` for a chat of two.
    let name: String?
    var last: Int64
    var event: Int64
    /// Who is in it.
    let members: [Member]
    /// Who was invited, and is not in it.
    let guests: [Guest]

    struct Member: Hashable, Sendable {
        let user: User
        var readUpTo: Int64
        var deliveredUpTo: Int64
        /// The place of the last message from before they were in it.
        let joined: Int64
    }

    struct Guest: Hashable, Sendable {
        let user: User
        let inviter: User
        let hasDeclined: Bool
        /// The event by which they were told.
        let since: Int64
    }

    func has(_ user: User) -> Bool { members.contains { $0.user == user } }

    /// The others in it, as `user` sees them.
    func others(than user: User) -> [User] { members.map(\.user).filter { $0 != user } }

    /// The invitation of somebody who is not in it.
    func guest(_ user: User) -> Guest? { guests.first { $0.user == user } }
}

/// How somebody stands to a chat.
enum Standing: Int64 {
    case member = 0
    case invited = 1
    case declined = 2
}
