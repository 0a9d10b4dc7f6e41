/// A listener of one view: a JSON writer, a renderer, a mirror, a test.
public protocol Listening<Model>: AnyObject {
    associatedtype Model: ViewModel
    /// The view has changed, or this listener was just bound.
    func show(_ model: Model, cause: Cause?)
    /// The view's screen was closed or covered.
    func close(cause: Cause?)
}

/// Receives what no view shows: the outcomes of requests, and gaps.
public protocol RequestListening: AnyObject {
    /// All finite effects of the request have ended.
    func settled(_ cause: Cause, _ outcome: Outcome)
    /// A request that settled as `waiting` has its final outcome.
    func concluded(_ cause: Cause, _ outcome: Outcome)
    /// Messages are missing.
    func missed(_ gap: MissingMessages)
}

extension RequestListening {
    public func concluded(_ cause: Cause, _ outcome: Outcome) {}
    public func missed(_ gap: MissingMessages) {}
}

/// A gap in the messages.
public enum MissingMessages: Hashable, Sendable {
    /// Messages are missing between those that the chat had and those that were received.
    case chat(ChatID)
    /// The store does not know the cursor from which the window wanted to follow, so messages may be missing.
    case inbox(WindowID)
}

/// Records incoming events, so that they can be replayed.
public protocol InputListening: AnyObject {
    /// An event arrived from outside, either on its own or as an answer to the effect with that number.
    func received(_ event: Event, _ stamp: Stamp, answering effect: Int?)
    /// An effect ended.
    func ended(effect: Int)
    /// A window was closed. Its effects end with it.
    func closed(_ window: WindowID)
}
