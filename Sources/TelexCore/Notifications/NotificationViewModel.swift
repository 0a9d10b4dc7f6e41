/// The pending notifications, the newest first.
public struct NotificationViewModel: ListViewModel {
    public static let view = ViewName("notification")

    public let shouldShow: Bool
    /// The number of pending notifications; `notifications` holds the newest.
    public let totalCount: Int
    public let notifications: [Shown<Row>]
    /// Shows more rows; `nil` when all are shown.
    public let loadMore: Action?

    public var rows: [Shown<Row>] { notifications }

    /// The new messages of one chat, a reaction to a message of ours, or a reminder that is due.
    public struct Row: Identifiable, Hashable, Sendable {
        /// Identifies the row: `chat:` or `reminder:`, and the id of its subject.
        public let id: String
        /// The chat of the messages; for a reminder, its chat if it has one.
        public let chat: ChatID?
        /// The reminder that is due; `nil` for messages.
        public let reminder: ReminderID?
        /// The last message; `nil` for a reminder or an invitation.
        public let message: MessageID?
        /// The sender; `nil` if the network does not say.
        public let sender: UserID?
        /// What somebody reacted with to our message; `nil` for anything but a reaction.
        public let key: String?
        public let heading: String
        /// The last message, on one line.
        public let previewText: String
        /// When the last message was sent, or the reminder was due: the time if today, then the day, then the date.
        public let dateText: String
        /// How many messages have come since the notification was first raised; 0 for a reaction.
        public let unreadCount: Int
        /// Opens the chat, or the list of reminders if there is none.
        public let open: Action
        /// Dismisses the notification.
        public let dismiss: Action

        init(
            chat: ChatID?, reminder: ReminderID?, message: MessageID?, sender: UserID?, key: String?, heading: String,
            previewText: String, dateText: String, unreadCount: Int, open: Action, dismiss: Action
        ) {
            id = reminder.map { "reminder:\($0)" } ?? "chat:\(chat?.text ?? "")"
            self.chat = chat
            self.reminder = reminder
            self.message = message
            self.sender = sender
            self.key = key
            self.heading = heading
            self.previewText = previewText
            self.dateText = dateText
            self.unreadCount = unreadCount
            self.open = open
            self.dismiss = dismiss
        }
    }
}
