import Foundation
import TelexCore
import TelexJSON
import TelexRuntime

/// Records everything that enters a session, so that `Replay` can produce the same lines without any port.
public final class Recorder: InputListening, Outlet {
    private let output: any ByteSink
    private var writer = JSONWriter()

    public init(_ output: any ByteSink, _ header: RecordingHeader) {
        self.output = output
        write(.header(header))
    }

    public func received(_ event: Event, _ stamp: Stamp, answering effect: Int?) {
        write(.event(event, stamp, effect: effect))
    }

    public func ended(effect: Int) { write(.ended(effect: effect)) }

    public func closed(_ window: WindowID) { write(.close(window)) }

    func write(_ line: RecordedLine) { line.writeLine(to: &writer) }

    public func release() throws {
        try output.write(writer.bytes)
        writer.removeAll()
    }

    public func discard() { writer.removeAll() }
}

extension Recorder {
    /// Writes the last line.
    public func end(_ reason: OutLine.Bye) { write(.bye(reason)) }
}
