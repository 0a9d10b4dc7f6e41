import Foundation
import TelexCore

/// A line of a recording.
enum RecordedLine: Hashable, Sendable {
    /// The first line.
    case header(RecordingHeader)
    /// An event from outside, as it was stamped; `effect` is what it answers, if it answers one.
    case event(Event, Stamp, effect: Int?)
    /// An effect ended.
    case ended(effect: Int)
    /// Views were subscribed to, or no longer.
    case subscribe([ViewName], Cause?, WindowID)
    case unsubscribe([ViewName], WindowID)
    /// A window was closed.
    case close(WindowID)
    /// A line with a request id took effect without an event, or failed to.
    case settled(String, WindowID)
    case error(ErrorLine, WindowID)
    /// The end.
    case bye(OutLine.Bye)
}

/// What a replay has to know before it begins.
public struct RecordingHeader: Hashable, Sendable {
    /// What the session's `hello` line said.
    var hello: Hello
    var zone: String
    var locale: String
    /// The views subscribed to from the start.
    var subscribe: [ViewName]
    /// The arguments of the run that was recorded; for people.
    var arguments: [String]
    /// How the reader learnt of changes.
    var updates: Updates

    public init(
        _ hello: Hello, region: Region, subscribe: [ViewName], arguments: [String], updates: Updates = .whole
    ) {
        self.init(
            hello: hello, zone: region.timeZone.identifier, locale: region.locale.identifier,
            subscribe: subscribe, arguments: arguments, updates: updates)
    }

    init(
        hello: Hello, zone: String, locale: String, subscribe: [ViewName], arguments: [String], updates: Updates
    ) {
        self.hello = hello
        self.zone = zone
        self.locale = locale
        self.subscribe = subscribe
        self.arguments = arguments
        self.updates = updates
    }
}
