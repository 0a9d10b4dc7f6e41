import TelexCore

/// Says that messages have been seen once they have been shown, by the action that their view offers.
public final class ReadMarker: Listening {
    private var seen: Event?

    public init() {}

    public func show(_ model: MessagesViewModel, cause: Cause?) {
        // What has come is not shown where older messages are.
        seen = model.latest == nil ? model.markRead?.event : nil
    }

    public func close(cause: Cause?) { seen = nil }

    /// Whether something has been shown that is not marked yet.
    var hasSeen: Bool { seen != nil }

    func take() -> Event? {
        defer { seen = nil }
        return seen
    }
}
