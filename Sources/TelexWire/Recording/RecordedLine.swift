import Foundation
import TelexCore

/// A line of a recording.
enum RecordedLine: Hashable, Sendable {
    /// The first line.
    case header(RecordingHeader)
    /// An event from outside, with its stamp. `effect` is the effect that it answers, if any.
    case event(Event, Stamp, effect: Int?)
    /// An effect ended.
    case ended(effect: Int)
    /// A reader subscribed to views.
    case subscribe([ViewName], Cause?, WindowID)
    /// A reader unsubscribed from views.
    case unsubscribe([ViewName], WindowID)
    /// A window was closed.
    case close(WindowID)
    /// A control line with a request id took effect.
    case settled(String, WindowID)
    /// A line was rejected, or its request failed.
    case error(ErrorLine, WindowID)
    /// The last line.
    case bye(OutLine.Bye)
}

/// What a replay must know before it starts.
public struct RecordingHeader: Hashable, Sendable {
    /// What the session's `hello` line said.
    var hello: Hello
    var zone: String
    var locale: String
    /// How times are shown; `nil` for 12 or 24 hours, as the locale has it.
    var timeFormat: TimeFormat?
    /// The views subscribed to from the start.
    var subscribe: [ViewName]
    /// The arguments of the recorded run, for information only.
    var arguments: [String]
    /// How the reader received changes.
    var updates: Updates
}

extension RecordingHeader {
    public init(
        _ hello: Hello, region: Region, subscribe: [ViewName], arguments: [String], updates: Updates = .whole
    ) {
        self.init(
            hello: hello, zone: region.zone.name, locale: region.locale,
            timeFormat: region.timeFormat, subscribe: subscribe, arguments: arguments, updates: updates)
    }
}
