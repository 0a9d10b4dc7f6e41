import TelexCore
import TelexJSON

extension NotificationViewModel: WireViewModel {
    public static let meaning = "The notifications that nobody has opened or dismissed, the newest first."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("shouldShow", &shouldShow)
        try visitor.visit("totalCount", &totalCount)
        try visitor.visit(rows: "notifications", &notifications)
        try visitor.visit(action: "loadMore", .sends("notification.listing"), &loadMore)
    }
}

extension NotificationViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("notificationId", &id)
        try visitor.visit(optional: "chatId", &chat)
        try visitor.visit(optional: "reminderId", &reminder)
        try visitor.visit(optional: "messageId", &message)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit(optional: "key", &key)
        try visitor.visit("heading", &heading)
        try visitor.visit("previewText", &previewText)
        try visitor.visit("dateText", &dateText)
        try visitor.visit("unreadCount", &unreadCount)
        try visitor.visit(action: "open", .sends("notification.opening", "notification.openingReminder"), &open)
        try visitor.visit(
            action: "dismiss", .sends("notification.dismissing", "notification.dismissingReminder"), &dismiss)
        try visitor.visit(action: "snooze", .sends("notification.snoozing", blanks: [.dueText]), &snooze)
    }
}
