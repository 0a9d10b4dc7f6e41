import TelexCore

/// A line that is written, before it has its number.
public enum OutLine: Sendable {
    case hello(Hello)
    /// A view as it is now; `isFirst` if its reader has just subscribed.
    case view(any WireViewModel, cause: String?, isFirst: Bool)
    case closed(ViewName, cause: String?)
    case error(ErrorLine)
    case settled(String, Outcome = Outcome())
    /// What a request that settled as waiting has come to.
    case outcome(String, Outcome)
    /// Something is missing.
    case gap(Gap)
    case bye(Bye)
    /// A line about a window other than the main one.
    indirect case within(WindowID, OutLine)
    /// No line: the window is closed, so that what its reader had of it can be forgotten.
    case end(of: WindowID)

    /// The line, as one about that window.
    func within(_ window: WindowID) -> OutLine { window == .main ? self : .within(window, self) }

    /// The line, whichever window it is about.
    public var content: OutLine { if case .within(_, let line) = self { line } else { self } }

    /// What is missing.
    public enum Gap: Hashable, Sendable {
        /// This many lines, which could not be delivered.
        case lines(Int)
        /// Messages of this chat, between those that were here and those that have come.
        case messages(ChatID)
        /// What came into the store since the place after which the inbox was to go on.
        case arrivals
    }

    /// Why the stream ends.
    public enum Bye: String, WireWord {
        public static let schemaName = "ByeReason"

        /// The input has ended, and everything is done.
        case eof
        /// The input has ended, and the time ran out before everything was done.
        case drainExpired
        /// The input could not be read to its end.
        case inputFailed
        /// Nothing more could be written to the store.
        case storeFailed
        /// A signal asked for the end.
        case signal
        /// The person has left.
        case quit
    }
}

/// An error as a line tells it.
public struct ErrorLine: Hashable, Sendable {
    var code: String
    /// What is wrong, and what to do.
    public var reason: String
    /// The number of the line that it is about, if it is about one.
    var line: Int?
    var cause: String?

    public init(_ error: LineError, line: Int?, cause: String?) {
        self.init(code: error.code, reason: error.description, line: line, cause: cause)
    }

    init(code: String, reason: String, line: Int?, cause: String?) {
        self.code = code
        self.reason = reason
        self.line = line
        self.cause = cause
    }
}

/// Takes lines, numbers them and writes them somewhere.
public protocol LineSink: AnyObject {
    func write(_ line: OutLine)
}
