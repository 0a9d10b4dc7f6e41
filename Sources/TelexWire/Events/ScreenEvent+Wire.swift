import TelexCore
import TelexJSON

extension ScreenEvent: WireCases {
    static var samples: [ScreenEvent] { [.opening(.blank), .closing(.chatList)] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ScreenEvent {
        switch self {
        case .opening(let screen): try visitor.event("screen.opening", .look, Self.opening, screen)
        case .closing(let screen): try visitor.event("screen.closing", .look, Self.closing, screen, in: "screen")
        case .vanished: self
        }
    }
}

extension ScreenName: WireWord {}

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
