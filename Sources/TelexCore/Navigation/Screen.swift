/// A screen that can be on top.
public enum Screen: Hashable, Sendable {
    case chatList
    case createChat
    case messages(ChatID)
    case contactList
    /// Somebody new, or one of the contacts.
    case editContact(ContactID?)
    case contactExport
    case upcoming
    /// A new reminder, in a chat or not.
    case addReminder(ChatID?)
    case reminderExport

    /// The screen's name on the wire.
    public var name: ScreenName {
        switch self {
        case .chatList: .chatList
        case .createChat: .createChat
        case .messages: .messages
        case .contactList: .contactList
        case .editContact: .editContact
        case .contactExport: .contactExport
        case .upcoming: .upcoming
        case .addReminder: .addReminder
        case .reminderExport: .reminderExport
        }
    }
}

/// The kinds of screen.
public enum ScreenName: String, Hashable, Sendable, CaseIterable {
    case chatList, createChat, messages, contactList, editContact, contactExport
    case upcoming, addReminder, reminderExport
}
