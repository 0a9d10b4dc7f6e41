import TelexCore
import TelexWire

extension ProfileClient {
    /// Opens a chat at one of its messages, and subscribes to what it shows from there on.
    func show(_ key: MessageKey) throws {
        try send(.screen(.opening(.messages(key.chat))))
        // What the screen shows before that is of no use.
        _ = try ask(.history(.seeking(key)))
        try subscribe(MessagesViewModel.view)
    }

    /// Returns what became of a message of ours that was asked for before. Tries again to send one that has failed.
    func outcome(of key: MessageKey) throws -> Outcome {
        try show(key)
        defer { try? send(.unsubscribe([MessagesViewModel.view])) }
        func row(_ model: MessagesViewModel) -> MessagesViewModel.Row? {
            model.messages.first { $0.message == key.message }?.row
        }
        guard let row = row(try model { row($0)?.state != .sending }) else { return Outcome(.sent) }
        switch row.state {
        case .sending: return Outcome(.waiting, reason: Self.silence)
        case .waiting: return Outcome(.waiting)
        case .failed:
            guard let retry = row.retry else { return Outcome(.failed, reason: row.reason) }
            return try ask(retry.event)
        case .received, .sent, .delivered, .read, .deleting: return Outcome(.sent)
        }
    }
}
