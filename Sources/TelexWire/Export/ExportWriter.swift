import TelexCore
import TelexJSON
import TelexRuntime

/// Writes the lines of an export in large pieces.
public struct ExportWriter {
    private let output: any ByteSink
    private var writer = JSONWriter()

    public init(_ output: any ByteSink) { self.output = output }

    public mutating func write(_ line: ExportedLine) throws(FileOutput.Failure) {
        line.writeLine(to: &writer)
        if writer.bytes.count >= 65_536 { try flush() }
    }

    /// Writes the buffered lines.
    public mutating func flush() throws(FileOutput.Failure) {
        try output.write(writer.bytes)
        writer.removeAll()
    }
}
