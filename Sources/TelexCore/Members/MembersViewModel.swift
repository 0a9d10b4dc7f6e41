/// The members of a chat who are known.
public struct MembersViewModel: ListViewModel {
    public static let view = ViewName("members")

    public let chat: ChatID
    public let title: String
    /// How many there are; `members` are the first of them.
    public let totalCount: Int
    public let members: [Shown<Row>]
    /// Shows more of them; `nil` when all are shown.
    public let loadMore: Action?
    public let close: Action

    public var rows: [Shown<Row>] { members }

    /// One member.
    public struct Row: Identifiable, Hashable, Sendable {
        public let user: UserID
        /// What they call themselves, without what cannot be seen; `nil` where that is not known.
        public let name: String?
        public let standing: ChatMember.Standing?
        /// Whether it is us.
        public let isOwn: Bool
        /// Whether the name could be taken for somebody else's.
        public let isMisleading: Bool

        public var id: String { user.text }
    }
}
