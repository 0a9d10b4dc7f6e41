import TelexJSON

/// The people whom we ignore, in all chats. They do not learn of it.
///
/// What they write is stored. Their invitations are not. The views `inbox` and `messageSearch` leave it out, and the others say only that it is there.
package struct IgnoredPeople: Hashable {
    private(set) var users: Set<UserID> = []
    /// Those of whom the server does not have whether we ignore them.
    private(set) var untold: Set<UserID> = []

    /// How many people we can ignore.
    static let most = 1000

    package init() {}

    package mutating func note(_ person: IgnoredPerson) {
        if person.isIgnored { users.insert(person.user) } else { users.remove(person.user) }
        if person.isTold { untold.remove(person.user) } else { untold.insert(person.user) }
    }

    /// Whether it is by somebody else, and we ignore them.
    package func holds(_ content: MessageContent, isOwn: Bool) -> Bool {
        !isOwn && content.kind != .system && content.sender.map(users.contains) == true
    }

    /// Whether it is by somebody else, and we ignore them.
    package func holds(_ message: Message) -> Bool { holds(message.content, isOwn: message.isOwn) }

    /// Whether the reaction is by somebody else, and we ignore them.
    package func holds(_ reaction: Reaction) -> Bool {
        !reaction.isOwn && reaction.sender.map(users.contains) == true
    }
}

/// Whether we ignore somebody.
public struct IgnoredPerson: Hashable, Sendable {
    public var user: UserID
    /// Whether we ignore the person, or the sender of the message.
    public var isIgnored: Bool
    /// Whether a due reminder has notified us, or the server knows whether we ignore somebody.
    public var isTold: Bool

    public init(user: UserID, isIgnored: Bool = true, isTold: Bool = true) {
        self.user = user
        self.isIgnored = isIgnored
        self.isTold = isTold
    }
}

extension IgnoredPerson: WireRecord {
    public static var blank: IgnoredPerson { IgnoredPerson(user: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("userId", &user)
        try visitor.visit("isIgnored", &isIgnored, default: true)
        try visitor.visit("isTold", &isTold, default: true)
    }
}

/// The people whom we ignore, as the server has them.
public struct SyncedIgnoring: Hashable, Sendable {
    public var ignored: [IgnoredPerson]
    /// Whether we ignore nobody else; otherwise that is unchanged.
    public var isComplete: Bool

    public init(ignored: [IgnoredPerson], isComplete: Bool) {
        self.ignored = ignored
        self.isComplete = isComplete
    }

    /// Everybody whom we ignore.
    public init(all users: some Sequence<String>) {
        self.init(ignored: users.sorted().map { IgnoredPerson(user: UserID($0)) }, isComplete: true)
    }
}

extension SyncedIgnoring: WireRecord {
    public static var blank: SyncedIgnoring { SyncedIgnoring(ignored: [], isComplete: false) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("ignored", &ignored)
        try visitor.visit("isComplete", &isComplete, default: false)
    }
}
