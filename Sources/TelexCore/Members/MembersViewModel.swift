/// The known members of a chat.
public struct MembersViewModel: ListViewModel {
    public static let view = ViewName("members")

    public package(set) var chat: ChatID
    public package(set) var title: String
    public package(set) var topic: String?
    /// The number of known members; `members` holds the first ones.
    public package(set) var totalCount: Int
    public package(set) var members: [Shown<Row>]
    /// Whom we ignore, in any chat; missing for nobody.
    public package(set) var ignored: [UserID]?
    /// Shows more rows; `nil` when all are shown.
    public package(set) var loadMore: Action?
    /// Give the chat another title, for all its members.
    ///
    /// `nil`, as the next three are, where we are not in the chat, or where its rules do not let us.
    public package(set) var retitle: Action?
    /// Set the topic of the chat for all its members. An empty topic removes it.
    public package(set) var setTopic: Action?
    /// Invite somebody to the chat.
    public package(set) var invite: Action?
    /// Leave the chat.
    public package(set) var leave: Action?
    public package(set) var close: Action

    public static let blank = MembersViewModel(chat: "", title: "", totalCount: 0, members: [], close: .blank)

    public var rows: [Shown<Row>] { members }

    /// One member.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var user: UserID
        /// The name without invisible characters; `nil` if it is unknown.
        public package(set) var name: String?
        public package(set) var standing: ChatMember.Standing?
        /// `nil` for who has no more power than any member.
        public package(set) var role: ChatMember.Role?
        /// Whether it is us.
        public package(set) var isOwn: Bool
        public package(set) var isMisleading: Bool
        public package(set) var isIgnored: Bool
        /// Remove the member from the chat, or take the invitation back.
        ///
        /// `nil` for us, for who is not here, and where the rules of the chat do not let us.
        public package(set) var remove: Action?
        /// Give the member another role.
        ///
        /// `nil` where the rules of the chat do not let us.
        public package(set) var setRole: Action?
        /// Ignores them; `nil` for us, and if we do.
        public package(set) var ignore: Action?
        /// Stop ignoring the person.
        ///
        /// `nil` if we do not ignore them.
        public package(set) var unignore: Action?

        public static let blank = Row(user: "", isOwn: false, isMisleading: false, isIgnored: false)

        public var id: String { user.text }
    }
}
