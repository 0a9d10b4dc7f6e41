/// The pending notifications, the newest first.
public struct NotificationViewModel: ListViewModel {
    public static let view = ViewName("notification")

    /// Whether there is anything to show.
    public package(set) var shouldShow: Bool
    /// The number of pending notifications; `notifications` holds the newest.
    public package(set) var totalCount: Int
    /// Notifications, newest first.
    public package(set) var notifications: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public package(set) var loadMore: Action?

    public static let blank = NotificationViewModel(shouldShow: false, totalCount: 0, notifications: [])

    public var rows: [Shown<Row>] { notifications }

    /// The new messages of one chat, a reaction to a message of ours, or a reminder that is due.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var id: String
        /// The chat of the messages; for a reminder, its chat if it has one.
        public package(set) var chat: ChatID?
        /// The reminder that is due; `nil` for messages.
        public package(set) var reminder: ReminderID?
        /// The last message; `nil` for a reminder or an invitation.
        public package(set) var message: MessageID?
        /// The sender; `nil` if the network does not say.
        public package(set) var sender: UserID?
        /// What somebody reacted with to our message; `nil` for anything but a reaction.
        public package(set) var key: String?
        /// The heading of a section of reminders, or of a notification.
        public package(set) var heading: String
        /// The last message, on one line.
        public package(set) var previewText: String
        /// When the last message was sent, or the reminder was due: the time if today, then the day, then the date.
        public package(set) var dateText: String
        /// How many messages have come since the notification was first raised; 0 for a reaction.
        public package(set) var unreadCount: Int
        /// Opens the chat, or the list of reminders if there is none.
        public package(set) var open: Action
        /// Dismiss the notification.
        public package(set) var dismiss: Action
        /// Dismiss the notification until a time.
        public package(set) var snooze: Action

        public static let blank = Row(
            id: "", heading: "", previewText: "", dateText: "", unreadCount: 0, open: .blank, dismiss: .blank,
            snooze: .blank)
    }
}
