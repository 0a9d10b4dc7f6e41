import TelexCore

/// Says that messages have been seen as soon as they are shown, by the action that their view offers.
public final class ReadMarker: Listening {
    private var seen: Event?

    public init() {}

    public func show(_ model: MessagesViewModel, cause: Cause?) { seen = model.afterShowingMessages?.event }

    public func close(cause: Cause?) { seen = nil }

    func take() -> Event? {
        defer { seen = nil }
        return seen
    }
}
