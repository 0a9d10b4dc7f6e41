import TelexCore

/// A window beside the person's own, with screens, forms and lists of its own. What is looked up in it leaves what the
/// person sees as it is.
public protocol ChatWindow: ViewSource {
    /// Receives an event in the window, with all that it sets off.
    func receive(_ event: Event) throws
    func close() throws
}

extension ChatWindow {
    /// The view as the window shows it after these events; `nil` if they do not open it.
    public func model<Model: ViewModel>(_: Model.Type, after events: Event...) throws -> Model? {
        let latest = LatestModel<Model>()
        bind(latest)
        for event in events { try receive(event) }
        return latest.model
    }
}

/// Keeps the newest model of a view.
public final class LatestModel<Model: ViewModel>: Listening {
    /// `nil` while the view is closed.
    public private(set) var model: Model?

    public init() {}

    public func show(_ model: Model, cause: Cause?) { self.model = model }
    public func close(cause: Cause?) { model = nil }
}

extension ChatSession {
    /// Opens a window beside the person's own, and closes it after `body`. Inside `body`, it can open no other like this.
    public func beside<Found>(_ body: (any ChatWindow) throws -> Found) throws -> Found {
        let window = try open("beside")
        let found = Result { try body(window) }
        try window.close()
        return try found.get()
    }
}

extension Session {
    public func open(_ name: String) throws -> any ChatWindow {
        try flush()
        let window = SessionWindow(session: self, id: WindowID(name))
        telex.open(window.id)
        return window
    }
}

private struct SessionWindow: ChatWindow {
    let session: Session
    let id: WindowID

    func bind<Listener: Listening>(_ listener: Listener) { session.telex.bind(listener, in: id) }

    func receive(_ event: Event) throws {
        try session.receive(event, in: id)
        try session.flush()
    }

    func close() throws {
        session.telex.close(id)
        try session.flush()
    }
}
