import TelexCore
import TelexRuntime

/// Writes lines to a file descriptor, once what they speak of is stored. A slow reader slows the writer.
public final class LineOutput: LineSink, Outlet {
    private let output: FileOutput
    private var writer = JSONWriter()
    private var encoder = LineEncoder()
    /// The encoder as it was when everything written had been let go.
    private var released = LineEncoder()

    public init(_ output: FileOutput) { self.output = output }

    public func write(_ line: OutLine) { encoder.encode(line, to: &writer) }

    /// Begins a new stream, numbered from 0.
    public func restart() throws {
        try release()
        encoder = LineEncoder()
        released = encoder
    }

    public func release() throws {
        guard !writer.bytes.isEmpty else { return }
        try output.write(writer.bytes)
        writer.removeAll()
        released = encoder
    }

    public func discard() {
        writer.removeAll()
        encoder = released
    }
}
