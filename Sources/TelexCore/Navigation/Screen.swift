import TelexJSON

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

extension Screen: WireRecord {
    public static var blank: Screen { .chatList }

    /// The screens that show a chat.
    private static let ofChats: Set<ScreenName> = [.messages, .members]

    /// What a schema says beside the members.
    static let conditions: JSONObject = [
        "if": ["properties": ["screen": ["anyOf": [Schema.const("messages"), Schema.const("members")]]]],
        "then": ["required": ["chatId"], "properties": ["chatId": ["type": "string"]]],
    ]

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        let name = try visitor.visited("screen", name)
        var chat = self.chat
        if Self.ofChats.contains(name) {
            var required = chat ?? ""
            try visitor.visit("chatId", &required)
            chat = required
        } else {
            try visitor.visit("chatId", &chat)
        }
        let person = try visitor.visited("contactId", self.person)
        self = Screen(name, chat, person)
    }

    /// The chat that the screen belongs to, if any.
    private var chat: ChatID? {
        switch self {
        case .messages(let chat), .members(let chat): chat
        case .reminderForm(let chat): chat
        case .chatList, .chatForm, .contactList, .contactForm, .contactExport, .upcoming, .reminderExport: nil
        }
    }

    /// The contact that the screen edits, if any.
    private var person: ContactID? { if case .contactForm(let person) = self { person } else { nil } }

    private init(_ name: ScreenName, _ chat: ChatID?, _ person: ContactID?) {
        self =
            switch name {
            case .chatList: .chatList
            case .chatForm: .chatForm
            case .contactList: .contactList
            case .contactForm: .contactForm(person)
            case .contactExport: .contactExport
            case .upcoming: .upcoming
            case .reminderForm: .reminderForm(chat)
            case .reminderExport: .reminderExport
            case .messages: .messages(chat ?? "")
            case .members: .members(chat ?? "")
            }
    }
}

/// The kinds of screen.
public enum ScreenName: String, Hashable, Sendable, CaseIterable {
    case chatList, chatForm, messages, members, contactList, contactForm, contactExport
    case upcoming, reminderForm, reminderExport
}

extension ScreenName: WireWord {}
