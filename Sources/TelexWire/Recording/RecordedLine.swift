import Foundation
import TelexCore

/// A line of a recording.
enum RecordedLine: Hashable, Sendable {
    /// What a replay needs to know; the first line of a recording.
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
    /// Why a line was rejected or did not finish.
    case error(ErrorLine, WindowID)
    /// The last line.
    case bye(OutLine.Bye)
}

/// What a replay must know before it starts.
public struct RecordingHeader: Hashable, Sendable {
    /// What the session's `hello` line said.
    var hello: Hello
    /// The time zone of a recording.
    var zone: String
    /// The locale of a recording.
    var locale: String
    /// How times are shown: a format of strftime(3) with `%H`, `%I`, `%M`, `%S`, `%p` and `%%`.
    ///
    /// `nil` for 12 or 24 hours, as the locale has it.
    var timeFormat: TimeFormat?
    /// The views subscribed to from the start.
    var subscribe: [ViewName]
    /// The arguments of the recorded run.
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
