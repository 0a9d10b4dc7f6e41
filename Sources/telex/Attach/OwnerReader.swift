import TelexRuntime
import TelexWire

/// Reads what the owner of a profile says, for a program of this process.
struct OwnerReader {
    private var splitter = LineSplitter(longest: .max - 1)
    private var reader = OutputReader()

    /// Returns the lines that the bytes complete, without those of a kind that this version does not know.
    mutating func read(_ bytes: ArraySlice<UInt8>) throws(LineError) -> [OutLine] {
        var lines: [OutLine] = []
        for line in splitter.split(bytes) { if let line = try reader.read(line[...]) { lines.append(line) } }
        return lines
    }
}
