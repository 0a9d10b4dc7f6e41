import TelexCore
import TelexRuntime

/// Writes lines, once what they speak of is stored. A slow reader slows the writer.
public final class LineOutput: LineSink, Outlet {
    private let output: any ByteSink
    private var writer: JSONWriter
    private let updates: Updates
    private var encoder: LineEncoder
    /// The encoder as it was when everything written had been let go.
    private var released: LineEncoder

    public init(_ output: any ByteSink, _ updates: Updates = .whole) {
        self.output = output
        self.updates = updates
        encoder = LineEncoder(updates)
        released = encoder
        writer = encoder.makeWriter()
    }

    public func write(_ line: OutLine) { encoder.encode(line, to: &writer) }

    /// Begins a new stream, numbered from 0.
    public func restart() throws {
        try release()
        encoder = LineEncoder(updates)
        released = encoder
        writer = encoder.makeWriter()
    }

    /// From four mebibytes on: what comes of many lines is stored together.
    public var isFull: Bool { writer.bytes.count >= 4 << 20 }

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
