import TelexCore

/// What was on the screen when a line began. Its numbers, "the last message" and the like mean this, whatever arrives
/// while the line is being typed.
package struct SeenScreen: Hashable, Sendable {
    var messages: MessagesViewModel?
    var chatList: ChatListViewModel?
    var contactList: ContactListViewModel?
    var upcoming: UpcomingViewModel?
    var recipients: RecipientsViewModel?
    var notification: NotificationViewModel?
    var numbers = PrintedNumbers()
    /// The numbers of the chats in the status line.
    var jumps: [ChatID: Int] = [:]

    /// Whether a number means a row of the list: the one that was printed last. Before any was printed, and while the
    /// output is JSON, it is a list that is open.
    func shows(_ list: PrintedNumbers.List) -> Bool {
        if let latest = numbers.latest { return latest == list }
        return switch list {
        case .chats: true
        case .contacts: contactList != nil
        case .upcoming: upcoming != nil
        case .candidates: recipients != nil
        }
    }
}
