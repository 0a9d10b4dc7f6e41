/// Somebody who is shown a view: a JSON writer, a renderer, a mirror, a test.
public protocol Listening<Model>: AnyObject {
    associatedtype Model: ViewModel
    /// The view has changed, or this listener has just come.
    func show(_ model: Model, cause: Cause?)
    /// The view's screen is gone.
    func close(cause: Cause?)
}

/// Receives what no view shows: the ends of requests, and gaps.
public protocol RequestListening: AnyObject {
    /// All finite effects that the request set off have ended.
    func settled(_ cause: Cause, _ outcome: Outcome)
    /// What a request settled with as waiting has come to its end.
    func concluded(_ cause: Cause, _ outcome: Outcome)
    /// Something is missing.
    func missed(_ gap: Gap)
}

extension RequestListening {
    public func concluded(_ cause: Cause, _ outcome: Outcome) {}
    public func missed(_ gap: Gap) {}
}

/// What is missing.
public enum Gap: Hashable, Sendable {
    /// Messages between those that the chat had and those that have come.
    case chat(ChatID)
    /// Whatever has come since the place from which the window wanted to follow: this store does not know it.
    case inbox(WindowID)
}

/// Somebody who writes down what came in, so that it can be played again.
public protocol IntakeListening: AnyObject {
    /// An event came from outside: of itself, or as the answer to the effect of that number.
    func received(_ event: Event, _ stamp: Stamp, answering effect: Int?)
    /// An effect ended.
    func ended(effect: Int)
}
