/// The pending notifications, the newest first.
public struct NotificationViewModel: ListViewModel {
    public static let view = ViewName("notification")

    public let shouldShow: Bool
    /// How many there are; `notifications` holds the newest.
    public let totalCount: Int
    public let notifications: [Shown<Row>]
    /// Shows more of them; `nil` when all are shown.
    public let loadMore: Action?

    public var rows: [Shown<Row>] { notifications }

    /// What has come for one chat, or a reminder that has fallen due.
    public struct Row: Identifiable, Hashable, Sendable {
        /// What tells the row from all others: `chat:` or `reminder:`, and the id of what it is about.
        public let id: String
        /// The chat that it is about; of a reminder the one that it belongs to, if it does.
        public let chat: ChatID?
        /// The reminder that has fallen due; `nil` for messages.
        public let reminder: ReminderID?
        /// The last message; `nil` for a reminder.
        public let message: MessageID?
        /// Who wrote it; `nil` where the network does not tell.
        public let sender: UserID?
        public let heading: String
        /// The last message, on one line.
        public let previewText: String
        /// How many messages have come since the notification was first raised.
        public let unreadCount: Int
        /// Opens the chat.
        public let open: Action
        /// Takes the notification away.
        public let dismiss: Action

        init(
            chat: ChatID?, reminder: ReminderID?, message: MessageID?, sender: UserID?, heading: String,
            previewText: String, unreadCount: Int, open: Action, dismiss: Action
        ) {
            id = reminder.map { "reminder:\($0)" } ?? "chat:\(chat?.text ?? "")"
            self.chat = chat
            self.reminder = reminder
            self.message = message
            self.sender = sender
            self.heading = heading
            self.previewText = previewText
            self.unreadCount = unreadCount
            self.open = open
            self.dismiss = dismiss
        }
    }
}
