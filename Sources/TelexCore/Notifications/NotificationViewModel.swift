import TelexJSON

/// The pending notifications, the newest first.
public struct NotificationViewModel: ListViewModel {
    public static let view = ViewName("notification")

    /// Whether there is anything to show.
    public internal(set) var shouldShow: Bool
    /// The number of pending notifications; `notifications` holds the newest.
    public internal(set) var totalCount: Int
    /// Notifications, newest first.
    public internal(set) var notifications: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public internal(set) var loadMore: Action?

    public static let blank = NotificationViewModel(shouldShow: false, totalCount: 0, notifications: [])

    public var rows: [Shown<Row>] { notifications }

    /// The new messages of one chat, a reaction to a message of ours, or a reminder that is due.
    public struct Row: Identifiable, Hashable, Sendable {
        public internal(set) var id: String
        /// The chat of the messages; for a reminder, its chat if it has one.
        public internal(set) var chat: ChatID?
        /// The reminder that is due; `nil` for messages.
        public internal(set) var reminder: ReminderID?
        /// The last message; `nil` for a reminder or an invitation.
        public internal(set) var message: MessageID?
        /// The sender; `nil` if the network does not say.
        public internal(set) var sender: UserID?
        /// What somebody reacted with to our message; `nil` for anything but a reaction.
        public internal(set) var key: String?
        /// The heading of a section of reminders, or of a notification.
        public internal(set) var heading: String
        /// The last message, on one line.
        public internal(set) var previewText: String
        /// When the last message was sent, or the reminder was due: the time if today, then the day, then the date.
        public internal(set) var dateText: String
        /// How many messages have come since the notification was first raised; 0 for a reaction.
        public internal(set) var unreadCount: Int
        /// Opens the chat, or the list of reminders if there is none.
        public internal(set) var open: Action
        /// Dismiss the notification.
        public internal(set) var dismiss: Action
        /// Dismiss the notification until a time.
        public internal(set) var snooze: Action

        public static let blank = Row(
            id: "", heading: "", previewText: "", dateText: "", unreadCount: 0, open: .blank, dismiss: .blank,
            snooze: .blank)
    }
}

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
