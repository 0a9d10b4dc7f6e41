import TelexJSON

/// A change that a message's sender made to the chat, such as joining or renaming it.
public indirect enum ChatChange: Hashable, Sendable {
    case joined
    case left(reason: String?)
    /// The sender removed a member, who may join again.
    case removed(UserID?, reason: String?)
    /// The sender banned a member.
    case banned(UserID?, reason: String?)
    /// The sender changed their own name; `nil` for none.
    case renamed(from: String?, to: String?)
    /// The chat has a new title; `nil` for none.
    case retitled(String?)
    /// The chat has a new topic; `nil` for none.
    case topicChanged(String?)
    /// Another chat replaces this one.
    case replaced
    /// The sender is not a member and asks to join.
    case requested(reason: String?)
}

extension ChatChange: WireRecord {
    public static var blank: ChatChange { .joined }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        var parts = parts
        try visitor.visit("changeKind", &parts.kind)
        try visitor.visit("userId", &parts.user)
        try visitor.visit("oldValue", &parts.old)
        try visitor.visit("newValue", &parts.new)
        try visitor.visit("reason", &parts.reason)
        self = ChatChange(parts)
    }
}

extension ChatChange.Kind: WireWord {
    public static var schemaName: String { "ChangeKind" }
}

extension ChatChange {
    /// The kinds of change.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case joined, left, removed, banned, renamed, retitled, topicChanged, replaced, requested
    }

    /// A change in its serialized form; each kind uses some of the members.
    public struct Parts: Hashable, Sendable {
        /// The change: `joined`, `left`, `removed` or `banned` (the user `userId`), `renamed` (the sender), `retitled`
        /// (the chat), `topicChanged`, `replaced` (by another chat) or `requested` (to join).
        public var kind: Kind
        public var user: UserID?
        /// The name before a change; missing for none.
        public var old: String?
        /// The name, title or topic after a change; missing for none.
        public var new: String?
        public var reason: String?

        public init(
            _ kind: Kind, user: UserID? = nil, old: String? = nil, new: String? = nil, reason: String? = nil
        ) {
            self.kind = kind
            // An empty id names nobody.
            self.user = user?.text.isEmpty == true ? nil : user
            self.old = old
            self.new = new
            self.reason = reason
        }
    }

    public var parts: Parts {
        switch self {
        case .joined: Parts(.joined)
        case .left(let reason): Parts(.left, reason: reason)
        case .removed(let user, let reason): Parts(.removed, user: user, reason: reason)
        case .banned(let user, let reason): Parts(.banned, user: user, reason: reason)
        case .renamed(let old, let new): Parts(.renamed, old: old, new: new)
        case .retitled(let title): Parts(.retitled, new: title)
        case .topicChanged(let topic): Parts(.topicChanged, new: topic)
        case .replaced: Parts(.replaced)
        case .requested(let reason): Parts(.requested, reason: reason)
        }
    }

    public init(_ parts: Parts) {
        self =
            switch parts.kind {
            case .joined: .joined
            case .left: .left(reason: parts.reason)
            case .removed: .removed(parts.user, reason: parts.reason)
            case .banned: .banned(parts.user, reason: parts.reason)
            case .renamed: .renamed(from: parts.old, to: parts.new)
            case .retitled: .retitled(parts.new)
            case .topicChanged: .topicChanged(parts.new)
            case .replaced: .replaced
            case .requested: .requested(reason: parts.reason)
            }
    }

    /// The change without the text that its sender wrote; `nil` if nothing remains.
    var withoutTexts: ChatChange? {
        switch self {
        case .joined, .replaced: self
        case .left: .left(reason: nil)
        case .removed(let user, _): .removed(user, reason: nil)
        case .banned(let user, _): .banned(user, reason: nil)
        case .requested: .requested(reason: nil)
        case .renamed, .retitled, .topicChanged: nil
        }
    }
}

/// Formats a change as the text that follows the sender's name.
enum ChatChangeText {
    static func sentence(_ change: ChatChange, by sender: UserID?, _ members: Members) -> String {
        let isOwn = sender.map(members.isOwn) ?? false
        return switch change {
        case .joined: "joined the chat."
        case .left(let reason): "left the chat." + explained(reason)
        case .removed(let user, let reason): "removed \(name(of: user, members)) from the chat." + explained(reason)
        case .banned(let user, let reason): "banned \(name(of: user, members)) from the chat." + explained(reason)
        case .renamed(let old?, let new?):
            "changed \(isOwn ? "your" : "their") name from \(quoted(old)) to \(quoted(new))."
        case .renamed(nil, let new?): "set \(isOwn ? "your" : "their") name to \(quoted(new))."
        case .renamed(_, nil): "removed \(isOwn ? "your" : "their") name."
        case .retitled(let title?): "changed the title of the chat to \(quoted(title))."
        case .retitled(nil): "removed the title of the chat."
        case .topicChanged(let topic?): "changed the topic to \(quoted(topic))."
        case .topicChanged(nil): "removed the topic."
        case .replaced: "replaced this chat with a new one."
        case .requested(let reason): "asked to join the chat." + explained(reason)
        }
    }

    private static func name(of user: UserID?, _ members: Members) -> String {
        guard let user else { return "somebody" }
        return members.isOwn(user) ? "you" : members.displayName(of: user)
    }

    private static func quoted(_ text: String) -> String { "\"\(PreviewText.line(of: MemberName.visible(text)))\"" }

    private static func explained(_ reason: String?) -> String {
        let reason = reason.map(MemberName.visible) ?? ""
        return reason.isEmpty ? "" : " Reason: \(PreviewText.line(of: reason))"
    }
}
