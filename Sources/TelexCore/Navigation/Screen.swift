/// A screen that can be on top.
public enum Screen: Hashable, Sendable {
    case chatList
    case chatForm
    case messages(ChatID)
    /// Who is in a chat.
    case members(ChatID)
    case contactList
    /// Somebody new, or one of the contacts.
    case contactForm(ContactID?)
    case contactExport
    case upcoming
    /// A new reminder, in a chat or not.
    case reminderForm(ChatID?)
    case reminderExport

    /// The screen's name on the wire.
    public var name: ScreenName {
        switch self {
        case .chatList: .chatList
        case .chatForm: .chatForm
        case .messages: .messages
        case .members: .members
        case .contactList: .contactList
        case .contactForm: .contactForm
        case .contactExport: .contactExport
        case .upcoming: .upcoming
        case .reminderForm: .reminderForm
        case .reminderExport: .reminderExport
        }
    }
}

/// The kinds of screen.
public enum ScreenName: String, Hashable, Sendable, CaseIterable {
    case chatList, chatForm, messages, members, contactList, contactForm, contactExport
    case upcoming, reminderForm, reminderExport
}
