/// A screen of a window, with the subject that it shows.
public enum Screen: Hashable, Sendable {
    case chatList
    case chatForm
    case messages(ChatID)
    /// The members of a chat.
    case members(ChatID)
    case contactList
    /// The form for a contact; `nil` for a new one.
    case contactForm(ContactID?)
    case contactExport
    case upcoming
    /// The form for a new reminder; `nil` for one without a chat.
    case reminderForm(ChatID?)
    case reminderExport

    /// The chat that the screen shows; `nil` if it shows something else.
    var shownChat: ChatID? {
        switch self {
        case .messages(let chat), .members(let chat): chat
        case .chatList, .chatForm, .contactList, .contactForm, .contactExport, .upcoming, .reminderForm,
            .reminderExport:
            nil
        }
    }

    /// A screen to open or close.
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
