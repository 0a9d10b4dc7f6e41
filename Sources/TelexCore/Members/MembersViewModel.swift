/// The known members of a chat.
public struct MembersViewModel: ListViewModel {
    public static let view = ViewName("members")

    public let chat: ChatID
    public let title: String
    /// The number of known members; `members` holds the first ones.
    public let totalCount: Int
    public let members: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public let loadMore: Action?
    public let close: Action

    public var rows: [Shown<Row>] { members }

    /// One member.
    public struct Row: Identifiable, Hashable, Sendable {
        public let user: UserID
        /// The name without invisible characters; `nil` if it is unknown.
        public let name: String?
        public let standing: ChatMember.Standing?
        /// Whether it is us.
        public let isOwn: Bool
        /// Whether the name could be mistaken for somebody else's.
        public let isMisleading: Bool

        public var id: String { user.text }
    }
}
