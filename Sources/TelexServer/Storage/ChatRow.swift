import TelexAPI

/// A chat, as shared by everybody in it.
struct ChatRow: Hashable, Sendable {
    let key: Int64
    let address: String
    /// The name of a group; `nil` for a direct chat.
    let name: String?
    /// What a group is about; empty for nothing.
    let topic: String
    var last: Int64
    var event: Int64
    /// The people who are in the chat.
    let members: [Member]
    /// The people who were invited or have left, and are not in the chat.
    let guests: [Guest]

    struct Member: Hashable, Sendable {
        let user: User
        var readUpTo: Int64
        var deliveredUpTo: Int64
        /// How far they have read, as only they see it, if that is further.
        var ownReadUpTo: Int64 = 0
        /// The sequence number of the last message before they joined.
        let joined: Int64
        /// Whether they may change the title, the topic and the roles of a group, and remove others from it.
        var isAdmin = false
        /// How they have arranged the chat; `nil` if they never have.
        var settings: ChatSettingsInfo?
        /// The last event that only concerns them; 0 if there was none.
        var since: Int64 = 0

        /// The same with what only they see.
        var asTheySee: Member {
            var member = self
            member.readUpTo = max(readUpTo, ownReadUpTo)
            member.deliveredUpTo = max(deliveredUpTo, ownReadUpTo)
            return member
        }
    }

    struct Guest: Hashable, Sendable {
        let user: User
        /// Who invited them, or removed them; themselves if they have left.
        let inviter: User
        let standing: Membership
        /// The last event that concerns them: of the invitation or its decline, of their leaving, or of a new title or topic.
        let since: Int64
        /// The name of the group when they left it or declined; `nil` for invited people. They do not learn a later one.
        let title: String?
        /// How they have arranged the chat; `nil` if they never have.
        var settings: ChatSettingsInfo?
    }

    /// A text of a group that its admins change.
    enum Text {
        case title, topic
    }

    func text(_ text: Text) -> String? {
        switch text {
        case .title: name
        case .topic: topic
        }
    }

    /// The last event that changed the chat for a member.
    func event(for user: User) -> Int64 { max(event, member(with: user.key)?.since ?? 0) }

    /// How somebody has arranged the chat; `nil` if they never have.
    func settings(of user: User) -> ChatSettingsInfo? { member(with: user.key)?.settings ?? guest(user)?.settings }

    func has(_ user: User) -> Bool { members.contains { $0.user == user } }

    /// The member with this user key.
    func member(with key: Int64) -> Member? { members.first { $0.user.key == key } }

    /// The members other than `user`.
    func others(than user: User) -> [User] { members.map(\.user).filter { $0 != user } }

    /// The people whose invitations are open.
    var invited: [User] { guests.filter { $0.standing == .invited }.map(\.user) }

    /// A user who is not in the chat, and was invited to it or has left it.
    func guest(_ user: User) -> Guest? { guests.first { $0.user == user } }
}

/// A user's standing in a chat.
enum Membership: Int64 {
    case member = 0
    case invited = 1
    case declined = 2
    /// They have left, or were removed, or their invitation was withdrawn.
    case left = 3
}
