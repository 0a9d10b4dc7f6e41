import TelexCore

extension ScreenEvent {
    static let forms = [
        EventForm(
            "screen.opening",
            "Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a `contactId`.",
            Member<ScreenName>("screen"), Member<ChatID?>("chatId"),
            Member<ContactID?>("contactId")
        ) {
            name, chat, person throws(Mismatch) in
            .screen(.opening(try Screen(name, chat, person)))
        } take: {
            if case .screen(.opening(let screen)) = $0 { (screen.name, screen.chat, screen.person) } else { nil }
        }
        .looking
        .needing("chatId", where: "screen", isOneOf: [ScreenName.messages.rawValue, ScreenName.members.rawValue]),
        EventForm("screen.closing", "Close a screen, with all that were opened from it.", Member<ScreenName>("screen"))
        {
            .screen(.closing($0))
        } take: {
            if case .screen(.closing(let name)) = $0 { name } else { nil }
        }
        .looking,
    ]
}

extension ScreenName: WireWord {}

extension Screen {
    /// The chat that the screen belongs to, if any.
    fileprivate var chat: ChatID? {
        switch self {
        case .messages(let chat), .members(let chat): chat
        case .reminderForm(let chat): chat
        default: nil
        }
    }

    /// The contact that the screen edits, if any.
    fileprivate var person: ContactID? {
        if case .contactForm(let person) = self { person } else { nil }
    }

    fileprivate init(_ name: ScreenName, _ chat: ChatID?, _ person: ContactID?) throws(Mismatch) {
        switch name {
        case .chatList: self = .chatList
        case .chatForm: self = .chatForm
        case .contactList: self = .contactList
        case .contactForm: self = .contactForm(person)
        case .contactExport: self = .contactExport
        case .upcoming: self = .upcoming
        case .reminderForm: self = .reminderForm(chat)
        case .reminderExport: self = .reminderExport
        case .messages, .members:
            guard let chat else { throw .within(member: "chatId", .missing(expected: ChatID.kind)) }
            self = name == .messages ? .messages(chat) : .members(chat)
        }
    }
}
