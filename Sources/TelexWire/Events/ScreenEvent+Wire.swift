import TelexCore

extension ScreenEvent {
    static let forms = [
        EventForm("screen.opened", Member<ScreenName>("screen"), Member<ChatID?>("chat"), Member<ContactID?>("person"))
        {
            name, chat, person throws(Mismatch) in
            .screen(.opened(try Screen(name, chat, person)))
        } take: {
            if case .screen(.opened(let screen)) = $0 { (screen.name, screen.chat, screen.person) } else { nil }
        }
        .needing("chat", where: "screen", is: ScreenName.messages.rawValue),
        EventForm("screen.closed", Member<ScreenName>("screen")) {
            .screen(.closed($0))
        } take: {
            if case .screen(.closed(let name)) = $0 { name } else { nil }
        },
    ]
}

extension ScreenName: WireWord {}

extension Screen {
    /// The chat that the screen is about, if it is about one.
    fileprivate var chat: ChatID? {
        switch self {
        case .messages(let chat): chat
        case .addReminder(let chat): chat
        default: nil
        }
    }

    /// The contact that the screen is about, if it is about one.
    fileprivate var person: ContactID? {
        if case .editContact(let person) = self { person } else { nil }
    }

    fileprivate init(_ name: ScreenName, _ chat: ChatID?, _ person: ContactID?) throws(Mismatch) {
        switch name {
        case .chatList: self = .chatList
        case .createChat: self = .createChat
        case .contactList: self = .contactList
        case .editContact: self = .editContact(person)
        case .contactExport: self = .contactExport
        case .upcoming: self = .upcoming
        case .addReminder: self = .addReminder(chat)
        case .reminderExport: self = .reminderExport
        case .messages:
            guard let chat else { throw .within(member: "chat", .missing(expected: ChatID.kind)) }
            self = .messages(chat)
        }
    }
}
