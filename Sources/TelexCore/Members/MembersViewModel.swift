import TelexJSON

/// The known members of a chat.
public struct MembersViewModel: ListViewModel {
    public static let view = ViewName("members")

    public internal(set) var chat: ChatID
    public internal(set) var title: String
    public internal(set) var topic: String?
    /// The number of known members; `members` holds the first ones.
    public internal(set) var totalCount: Int
    public internal(set) var members: [Shown<Row>]
    /// Whom we ignore, in any chat; missing for nobody.
    public internal(set) var ignored: [UserID]?
    /// Shows more rows; `nil` when all are shown.
    public internal(set) var loadMore: Action?
    /// Give the chat another title, for all its members.
    ///
    /// `nil`, as the next three are, where we are not in the chat, or where its rules do not let us.
    public internal(set) var retitle: Action?
    /// Set the topic of the chat for all its members. An empty topic removes it.
    public internal(set) var setTopic: Action?
    /// Invite somebody to the chat.
    public internal(set) var invite: Action?
    /// Leave the chat.
    public internal(set) var leave: Action?
    public internal(set) var close: Action

    public static let blank = MembersViewModel(chat: "", title: "", totalCount: 0, members: [], close: .blank)

    public var rows: [Shown<Row>] { members }

    /// One member.
    public struct Row: Identifiable, Hashable, Sendable {
        public internal(set) var user: UserID
        /// The name without invisible characters; `nil` if it is unknown.
        public internal(set) var name: String?
        public internal(set) var standing: ChatMember.Standing?
        /// `nil` for who has no more power than any member.
        public internal(set) var role: ChatMember.Role?
        /// Whether it is us.
        public internal(set) var isOwn: Bool
        public internal(set) var isMisleading: Bool
        public internal(set) var isIgnored: Bool
        /// Remove the member from the chat, or take the invitation back.
        ///
        /// `nil` for us, for who is not here, and where the rules of the chat do not let us.
        public internal(set) var remove: Action?
        /// Give the member another role.
        ///
        /// `nil` where the rules of the chat do not let us.
        public internal(set) var setRole: Action?
        /// Ignores them; `nil` for us, and if we do.
        public internal(set) var ignore: Action?
        /// Stop ignoring the person.
        ///
        /// `nil` if we do not ignore them.
        public internal(set) var unignore: Action?

        public static let blank = Row(user: "", isOwn: false, isMisleading: false, isIgnored: false)

        public var id: String { user.text }
    }
}

extension MembersViewModel: WireViewModel {
    public static let meaning = "The known members of a chat."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit(optional: "topic", &topic)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "members", &members)
        try visitor.visit(optional: "ignoredIds", &ignored)
        try visitor.visit(action: "loadMore", .sends("member.listing"), &loadMore)
        try visitor.visit(action: "retitle", .sends("chat.retitling", blanks: [.title]), &retitle)
        try visitor.visit(action: "setTopic", .sends("chat.settingTopic", blanks: [.topic]), &setTopic)
        try visitor.visit(action: "invite", .sends("member.inviting", blanks: [.recipient]), &invite)
        try visitor.visit(action: "leave", .sends("chat.leaving"), &leave)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}

extension MembersViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("userId", &user)
        try visitor.visit(optional: "name", &name)
        try visitor.visit(optional: "standing", &standing)
        try visitor.visit(optional: "role", &role)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit("isMisleading", &isMisleading)
        try visitor.visit("isIgnored", &isIgnored)
        try visitor.visit(action: "remove", .sends("member.removing"), &remove)
        try visitor.visit(action: "ignore", .sends("member.ignoring"), &ignore)
        try visitor.visit(action: "unignore", .sends("member.unignoring"), &unignore)
        try visitor.visit(action: "setRole", .sends("member.assigning", blanks: [.roleText]), &setRole)
    }
}
