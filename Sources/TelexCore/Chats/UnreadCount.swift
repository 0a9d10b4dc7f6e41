import TelexJSON

/// The number of unread messages, and how many of them mention us.
public struct UnreadCount: Hashable, Sendable {
    public var messages: Int
    public var mentions: Int

    public init(messages: Int = 0, mentions: Int = 0) {
        self.messages = messages
        self.mentions = mentions
    }
}

extension UnreadCount: WireRecord {
    public static var blank: UnreadCount { UnreadCount() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("unreadCount", &messages)
        try visitor.visit("mentionCount", &mentions)
    }
}

/// The number of unread messages, those that are muted apart.
package struct BadgeCount: Hashable, Sendable {
    package var unread: UnreadCount
    package var muted: Int

    package init(_ unread: UnreadCount = UnreadCount(), muted: Int = 0) {
        self.unread = unread
        self.muted = muted
    }

    static func += (sum: inout BadgeCount, other: BadgeCount) {
        sum.unread.messages += other.unread.messages
        sum.unread.mentions += other.unread.mentions
        sum.muted += other.muted
    }

    static func -= (sum: inout BadgeCount, other: BadgeCount) {
        sum.unread.messages -= other.unread.messages
        sum.unread.mentions -= other.unread.mentions
        sum.muted -= other.muted
    }
}
