import TelexCore
import TelexJSON

extension BadgeViewModel: WireViewModel {
    public static let meaning = "How many messages are unread, over all chats."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("unreadCount", &unreadCount)
        try visitor.visit("mentionCount", &mentionCount)
        try visitor.visit("mutedCount", &mutedCount, default: 0)
    }
}
