import TelexCore
import TelexRuntime

/// Composes what a person types to a chat, and says which names mention nobody.
struct Composer {
    /// More members than any chat has.
    private static let everybody = 1_000_000

    let screen: ScreenState
    let session: any ChatSession
    /// Tells the user about a name that mentions nobody.
    let warn: (String) -> Void

    /// The event with its text as it is sent.
    func composed(_ event: Event) throws -> Event {
        guard let (chat, text) = Self.typed(event), text.contains("@") else {
            return Composition(people: []).composed(event)
        }
        let shown = screen.messages.flatMap { $0.chat == chat ? $0 : nil }
        let composition = try Composition(shown, members(of: chat))
        for miss in composition.misses(in: text) { warn("! \(miss.sentence)") }
        return composition.composed(event)
    }

    /// The people of the open chat; `nil` if none is open.
    func people() throws -> ChatPeople? {
        try screen.messages.map { ChatPeople($0, try members(of: $0.chat)) }
    }

    /// All known members.
    private func members(of chat: ChatID) throws -> MembersViewModel? {
        try session.beside { try $0.members(of: chat, Self.everybody) }
    }

    private static func typed(_ event: Event) -> (chat: ChatID, text: String)? {
        switch event {
        case .message(.sending(let message)): (message.chat, message.text)
        case .revision(.editing(let edit)): (edit.key.chat, edit.text)
        default: nil
        }
    }
}
