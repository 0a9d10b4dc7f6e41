import TelexCore
import TelexNetwork

/// The live channel of the open chat: which chat it is for, and whether it is open.
struct LiveChat {
    private enum Stage { case closed, begun, open }

    private var chat: ChatID?
    /// The effect that opened the chat.
    private(set) var effect: Int?
    private var stage = Stage.closed
    /// Counts sockets, so that late frames of an earlier one are ignored.
    private(set) var number = 0
    var backoff = Backoff()

    var isBegun: Bool { stage != .closed }

    /// - Parameter away: chats that we are not in.
    func isWanted(besides away: Set<ChatID>) -> Bool { chat.map { !away.contains($0) } ?? false }

    func isOpen(_ chat: ChatID) -> Bool { stage == .open && self.chat == chat }

    mutating func want(_ chat: ChatID, _ effect: Int) {
        self.chat = chat
        self.effect = effect
        backoff.reset()
    }

    mutating func cancel() {
        chat = nil
        effect = nil
    }

    /// Returns the chat whose socket is to be opened now; `nil` if there is none.
    mutating func begin(besides away: Set<ChatID>) -> (ChatID, number: Int)? {
        guard stage == .closed, let chat, !away.contains(chat) else { return nil }
        stage = .begun
        number += 1
        return (chat, number)
    }

    mutating func opened() -> ChatID? {
        guard stage == .begun else { return nil }
        stage = .open
        backoff.reset()
        return chat
    }

    /// Records that the socket has closed; returns the chat if the socket was open.
    mutating func closed() -> ChatID? {
        defer {
            stage = .closed
            number += 1
        }
        return stage == .open ? chat : nil
    }
}
