import TelexCore

/// Marks messages as read once they are shown, with the action of their view.
final class ReadMarker: Listening {
    let window: WindowID
    private var seen: Event?

    init(_ window: WindowID) { self.window = window }

    func show(_ model: MessagesViewModel, cause: Cause?) {
        // While older messages are shown, the new ones are not.
        seen = model.latest == nil ? model.markRead?.event : nil
    }

    func close(cause: Cause?) { seen = nil }

    /// Whether messages were shown that are not yet marked as read.
    var hasSeen: Bool { seen != nil }

    func take() -> Event? {
        defer { seen = nil }
        return seen
    }
}
