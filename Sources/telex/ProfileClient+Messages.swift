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
    ///
    /// - Parameter isOnline: whether there is a connection.
    func outcome(of key: MessageKey, isOnline: Bool) throws -> Outcome {
        try show(key)
        defer { try? send(.unsubscribe([MessagesViewModel.view])) }
        func row(_ model: MessagesViewModel) -> MessagesViewModel.Row? {
            model.messages.first { $0.message == key.message }?.row
        }
        // Once there is a connection, what waits is sent.
        let isUnderWay = { (state: MessagesViewModel.State?) in state == .sending || isOnline && state == .waiting }
        guard let row = row(try model { !isUnderWay(row($0)?.state) }) else { return Outcome(.sent) }
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
