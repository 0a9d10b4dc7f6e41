import TelexCore
import TelexRuntime

extension ChatWindow {
    /// The members of a chat, at most `count`; `nil` if there is no such chat.
    func members(of chat: ChatID, _ count: Int) throws -> MembersViewModel? {
        try model(
            MembersViewModel.self, after: .member(.listing(rows: count)), .screen(.opening(.members(chat))))
    }
}
