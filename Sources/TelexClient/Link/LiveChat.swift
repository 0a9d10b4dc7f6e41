import TelexCore
import TelexNetwork

/// The socket of the chat that is open: which one is wanted, and how far it has got.
struct LiveChat {
    private enum Stage { case closed, begun, open }

    private var chat: ChatID?
    /// The effect that asked for it.
    private(set) var effect: Int?
    private var stage = Stage.closed
    /// Counts sockets, so that what comes late from an earlier one is known for that.
    private(set) var number = 0
    var backoff = Backoff()

    var isWanted: Bool { chat != nil }
    var isBegun: Bool { stage != .closed }

    func isOpen(_ chat: ChatID) -> Bool { stage == .open && self.chat == chat }

    mutating func want(_ chat: ChatID, _ effect: Int) {
        self.chat = chat
        self.effect = effect
        backoff.reset()
    }

    mutating func unwant() {
        chat = nil
        effect = nil
    }

    /// The chat whose socket is to be opened now, if one is.
    mutating func begin() -> (ChatID, number: Int)? {
        guard stage == .closed, let chat else { return nil }
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

    /// Notes that the socket is closed; returns the chat if it had been open.
    mutating func closed() -> ChatID? {
        defer {
            stage = .closed
            number += 1
        }
        return stage == .open ? chat : nil
    }
}
