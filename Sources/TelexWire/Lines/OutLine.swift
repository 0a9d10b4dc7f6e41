import TelexCore
import TelexJSON

/// An output line that is not yet numbered.
public enum OutLine: Sendable {
    case hello(Hello)
    /// A view as it is now; `isFirst` if its reader has just subscribed.
    case view(any WireViewModel, cause: String?, isFirst: Bool)
    case closed(ViewName, cause: String?)
    case error(ErrorLine)
    case settled(String, Outcome = Outcome())
    /// The result of a request that settled as `waiting`.
    case outcome(String, Outcome)
    /// Lines or messages are missing.
    case gap(Gap)
    case bye(Bye)
    /// How far output is released, for a program that has asked for it.
    case pace(Pace)
    /// A line about a window other than the main one.
    indirect case within(WindowID, OutLine)
    /// Writes no line: the window is closed, and the encoder discards its views.
    case end(of: WindowID)

    /// Returns the line as one about that window.
    func within(_ window: WindowID) -> OutLine { window == .main ? self : .within(window, self) }

    /// The line without its window.
    public var content: OutLine { if case .within(_, let line) = self { line } else { self } }

    /// The window that the line is about.
    public var window: WindowID { if case .within(let window, _) = self { window } else { .main } }

    /// How far output is released.
    public enum Pace: String, WireWord {
        /// The changes in the lines before are stored.
        case released
        /// Nothing more comes for now.
        case rested
    }

    /// What is missing.
    public enum Gap: Hashable, Sendable {
        /// This many lines, which could not be delivered.
        case lines(Int)
        /// Messages of this chat, between the stored ones and the new ones.
        case messages(ChatID)
        /// Inbox messages: the store does not know the cursor to resume from.
        case arrivals
        /// Any lines: the telex that owned the profile has ended, and another one owns it now.
        case ownerLeft
    }

    /// Why the stream ends.
    public enum Bye: String, WireWord {
        public static let schemaName = "ByeReason"

        /// The input ended and all work was done.
        case eof
        /// The input ended, and the drain time ran out before all work was done.
        case drainExpired
        /// The input could not be read to its end.
        case inputFailed
        /// Nothing more could be written to the store.
        case storeFailed
        /// A signal stopped the program.
        case signal
        /// The user quit.
        case quit
        /// The telex that owned the profile, which this one had joined, has ended.
        case ownerLeft
        /// The person has detached this program.
        case detached
    }
}

/// The content of an error line.
public struct ErrorLine: Hashable, Sendable {
    /// The kind of an error, for programs.
    public internal(set) var code: String
    /// What failed, and what to do.
    public var reason: String
    /// The number of the input line that caused the error, if any.
    public internal(set) var line: Int?
    /// The id of that line, which is not a member of the object.
    public internal(set) var cause: String?
}

extension ErrorLine {
    public init(_ error: LineError, line: Int?, cause: String?) {
        self.init(code: error.code, reason: error.description, line: line, cause: cause)
    }
}

/// A destination for output lines.
public protocol LineSink: AnyObject {
    func write(_ line: OutLine)
}
