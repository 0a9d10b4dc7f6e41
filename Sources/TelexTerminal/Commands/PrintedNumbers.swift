import TelexCore

/// What the numbers that a person types mean: always the lists as the screen last showed them.
struct PrintedNumbers {
    var chats = NumberedList<Shown<ChatListViewModel.Row>>()
    var contacts = NumberedList<ContactListViewModel.Row>()
    var upcoming = NumberedList<UpcomingViewModel.Row>()
    var candidates = NumberedList<RecipientsViewModel.Candidate>()
    /// The notifications in the reverse order of their printing, without those that were opened or dismissed.
    var notifications: [Shown<NotificationViewModel.Row>] = []

    /// Notes a notification that is printed.
    mutating func print(_ notification: Shown<NotificationViewModel.Row>) {
        notifications.removeAll { $0.id == notification.id }
        notifications.insert(notification, at: 0)
    }

    /// Removes the notification about messages of a chat that has opened.
    mutating func open(_ chat: ChatID) { notifications.removeAll { $0.reminder == nil && $0.chat == chat } }
}
