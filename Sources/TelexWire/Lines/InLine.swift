import Foundation
import TelexCore

/// A decoded input line.
public struct InLine: Hashable, Sendable {
    /// The line's number, from 1.
    public let number: Int
    /// The request id, if the line has one.
    public let id: String?
    /// The window that the line is for.
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

    /// The line as one of an attached program.
    func of(guest: Int) -> InLine {
        InLine(number: number, id: id, window: window.of(guest: guest), content: content)
    }

    /// The request that the line begins; `nil` if the line has no id.
    public var cause: Cause? { id.map { Cause(id: $0, number: number, window: window) } }
}

/// A control line: one that is not an event.
public enum Control: Hashable, Sendable {
    /// Subscribe to these views. The inbox resumes after the cursor; without one, it shows only new messages.
    case subscribe([ViewName], after: InboxCursor?)
    case unsubscribe([ViewName])
    /// Close the window that the line is for.
    case closeWindow
    /// Move a virtual clock forward by this many seconds.
    case advance(TimeInterval)
    /// A command for the backend, as JSON text.
    case backend(String)
}
