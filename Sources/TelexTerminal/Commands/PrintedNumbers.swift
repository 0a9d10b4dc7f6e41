import TelexCore

/// The rows that typed numbers refer to: those of the lists as last printed.
struct PrintedNumbers: Hashable, Sendable {
    /// A list whose rows are printed with numbers.
    enum List: Hashable, Sendable { case chats, contacts, upcoming, candidates, found }

    /// The list that was printed last; `nil` before the first one. Numbers of the other lists mean nothing.
    var latest: List?
    var chats = NumberedList<Shown<ChatListViewModel.Row>>()
    var contacts = NumberedList<Shown<ContactListViewModel.Row>>()
    var upcoming = NumberedList<UpcomingViewModel.Row>()
    var candidates = NumberedList<RecipientsViewModel.Candidate>()
    var found = NumberedList<FoundViewModel.Row>()
    /// Those of the open chat count from the last.
    var messages = NumberedList<Shown<MessagesViewModel.Row>>()
    /// The printed notifications that are still pending, latest first.
    var notifications: [Shown<NotificationViewModel.Row>] = []

    /// Records a whole list that is printed.
    mutating func print(_ rows: [Shown<ChatListViewModel.Row>]) {
        chats.print(rows)
        latest = .chats
    }

    mutating func print(_ rows: [Shown<ContactListViewModel.Row>]) {
        contacts.print(rows)
        latest = .contacts
    }

    mutating func print(_ rows: [UpcomingViewModel.Row]) {
        upcoming.print(rows)
        latest = .upcoming
    }

    mutating func print(_ rows: [RecipientsViewModel.Candidate]) {
        candidates.print(rows)
        latest = .candidates
    }

    mutating func print(_ rows: [FoundViewModel.Row]) {
        found.print(rows)
        latest = .found
    }

    /// Records a contact that is printed by itself.
    mutating func print(_ contact: Shown<ContactListViewModel.Row>, as number: Int) {
        contacts.print(contact, as: number)
        latest = .contacts
    }

    /// Records a notification that is printed.
    mutating func print(_ notification: Shown<NotificationViewModel.Row>) {
        notifications.removeAll { $0.id == notification.id }
        notifications.insert(notification, at: 0)
    }

    /// Removes notifications that nobody needs any more.
    mutating func remove(_ gone: [Shown<NotificationViewModel.Row>]) {
        let ids = Set(gone.map(\.id))
        notifications.removeAll { ids.contains($0.id) }
    }
}
