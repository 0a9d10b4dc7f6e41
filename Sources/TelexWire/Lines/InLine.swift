import Foundation
import TelexCore

/// A line that was read.
public struct InLine: Hashable, Sendable {
    /// The line's number, from 1.
    public let number: Int
    /// The request id, if the line has one.
    public let id: String?
    /// The window that it is for.
    public let window: WindowID
    public let content: Content

    init(number: Int, id: String?, window: WindowID = .main, content: Content) {
        self.number = number
        self.id = id
        self.window = window
        self.content = content
    }

    public enum Content: Hashable, Sendable {
        case event(Event)
        case control(Control)
        case refused(LineError)
        /// Nothing but white space.
        case blank
    }

    /// The request that the line begins.
    public var cause: Cause? { id.map { Cause(id: $0, number: number, window: window) } }
}

/// A line that is no event.
public enum Control: Hashable, Sendable {
    /// Show these views; the inbox goes on after the cursor, without one from now on.
    case subscribe([ViewName], after: InboxCursor?)
    case unsubscribe([ViewName])
    /// Close the window.
    case close
    /// Move a virtual clock by so many seconds.
    case advance(TimeInterval)
    /// A command for the backend, as JSON text.
    case backend(String)
}
