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

    /// Returns what becomes of a message of ours that was asked for before. Tries again to send one that has failed before.
    ///
    /// - Parameters:
    ///   - isOnline: whether there is a connection.
    ///   - movesFile: whether to wait as long as a file gets on.
    func outcome(of key: MessageKey, isOnline: Bool, movesFile: Bool) throws -> Outcome {
        // Before that, the message is in no chat.
        if movesFile { try waitForReading(of: key.message) }
        try show(key)
        defer { try? send(.unsubscribe([MessagesViewModel.view])) }
        func row(_ model: MessagesViewModel) -> MessagesViewModel.Row? {
            model.messages.first { $0.message == key.message }?.row
        }
        // Once there is a connection, what waits is sent, unless the server does not accept it now.
        let isUnderWay = { (row: MessagesViewModel.Row?) in
            row?.state == .sending || isOnline && row?.state == .waiting && row?.retryDate == nil
        }
        var wait = try wait(movesFile: movesFile)
        var model = try model(MessagesViewModel.self)
        let wasUnderWay = isUnderWay(row(model))
        while isUnderWay(row(model)), let line = try answer(during: &wait) {
            model = line.model as? MessagesViewModel ?? model
        }
        guard let row = row(model) else { return Outcome(.sent) }
        switch row.state {
        case .sending: return Outcome(.waiting, reason: Self.silence)
        case .waiting: return Outcome(.waiting, reason: row.reason)
        case .failed:
            guard !wasUnderWay, let retry = row.retry else { return Outcome(.failed, reason: row.reason) }
            return try ask(retry.event, movesFile: movesFile)
        case .received, .sent, .delivered, .read, .deleting: return Outcome(.sent)
        }
    }
}
