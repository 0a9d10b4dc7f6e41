import TelexCore

/// Tells how far a sync is that takes long.
extension ServerLink {
    /// How many messages are missing when it does, and how many chats are fetched before it is told again.
    private static let manyMessages: Int64 = 1000
    private static let stride = 20

    /// To be called when it is known what is missing.
    mutating func beginProgress() {
        let missing = backlog.reduce(0) { $0 + max(0, $1.last - (logs[ChatID($1.chat)]?.known ?? 0)) }
        backlogSize = missing > Self.manyMessages ? backlog.count : nil
        tellProgress()
    }

    /// To be called when a chat has been fetched.
    mutating func tellProgress() {
        guard let total = backlogSize else { return }
        let done = total - backlog.count
        if done < total, done % max(Self.stride, total / Self.stride) == 0 {
            tell(.connection(.progressed(done: done, total: total)))
        }
    }
}
