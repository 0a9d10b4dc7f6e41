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
        while true {
            let model = try model(MessagesViewModel.self)
            guard let row = model.messages.first(where: { $0.message == key.message }) else { return Outcome(.sent) }
            switch row.state {
            case .sending: continue
            case .waiting: return Outcome(.waiting)
            case .failed:
                guard let retry = row.retry else { return Outcome(.failed, reason: row.reason) }
                return try ask(retry.event)
            case .received, .sent, .delivered, .read, .deleting: return Outcome(.sent)
            }
        }
    }
}
