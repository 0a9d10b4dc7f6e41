import TelexCore

extension ScreenEvent {
    static let forms = [
        EventForm("screen.opened", Member<ScreenName>("screen"), Member<ChatID?>("chat")) {
            name, chat throws(Mismatch) in
            .screen(.opened(try Screen(name, chat)))
        } take: {
            if case .screen(.opened(let screen)) = $0 { (screen.name, screen.chat) } else { nil }
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
        if case .messages(let chat) = self { chat } else { nil }
    }

    fileprivate init(_ name: ScreenName, _ chat: ChatID?) throws(Mismatch) {
        switch name {
        case .chatList: self = .chatList
        case .createChat: self = .createChat
        case .messages:
            guard let chat else { throw .within(member: "chat", .missing(expected: ChatID.kind)) }
            self = .messages(chat)
        }
    }
}
