/// Somebody who is shown a view: a JSON writer, a renderer, a mirror, a test.
public protocol Listening<Model>: AnyObject {
    associatedtype Model: ViewModel
    /// The view has changed, or this listener has just come.
    func show(_ model: Model, cause: Cause?)
    /// The view's screen is gone.
    func close(cause: Cause?)
}

/// Receives what no view shows: the ends of requests, and gaps in chats.
public protocol RequestListening: AnyObject {
    /// All finite effects that the request set off have ended.
    func settled(_ cause: Cause, _ outcome: Outcome)
    /// What a request settled with as waiting has come to its end.
    func concluded(_ cause: Cause, _ outcome: Outcome)
    /// Messages are missing between those that the chat had and those that have come.
    func missed(in chat: ChatID)
}

extension RequestListening {
    public func concluded(_ cause: Cause, _ outcome: Outcome) {}
    public func missed(in chat: ChatID) {}
}

/// Somebody who writes down what came in, so that it can be played again.
public protocol IntakeListening: AnyObject {
    /// An event came from outside: of itself, or as the answer to the effect of that number.
    func received(_ event: Event, _ stamp: Stamp, answering effect: Int?)
    /// An effect ended.
    func ended(effect: Int)
}
