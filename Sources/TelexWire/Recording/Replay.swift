import Foundation
import TelexCore
import TelexRuntime

/// Plays a recording. It produces the same lines and uses no port.
public enum Replay {
    /// - Parameters:
    ///   - lines: returns the next line of the recording, and `nil` at its end.
    ///   - output: makes the output that the lines are written to.
    public static func play(
        _ lines: () throws(RecordingError) -> ArraySlice<UInt8>?, to output: (Updates) -> LineOutput
    ) throws {
        let header = try header(lines())
        let output = output(header.updates)
        let player = Player(header, try header.region, output)
        do {
            try play(lines, by: player, to: output)
        } catch let error as RecordingError {
            try output.finish()
            throw error
        }
        try output.finish()
        if !player.hasEnded { throw RecordingError.unfinished }
    }

    private static func play(
        _ lines: () throws(RecordingError) -> ArraySlice<UInt8>?, by player: Player, to output: LineOutput
    ) throws {
        var number = 1
        while let line = try lines() {
            number += 1
            player.play(try read(line, line: number))
            if output.isFull { try output.release() }
        }
    }

    /// Reads the first line.
    static func header(_ first: ArraySlice<UInt8>?) throws(RecordingError) -> RecordingHeader {
        guard let first else { throw RecordingError.malformed("it is empty") }
        guard case .header(let header) = try read(first, line: 1) else {
            throw RecordingError.malformed("its first line is not a header")
        }
        guard header.hello.version == ProtocolVersion.number else {
            throw RecordingError.otherProtocol(header.hello.version)
        }
        return header
    }

    static func read(_ bytes: ArraySlice<UInt8>, line: Int) throws(RecordingError) -> RecordedLine {
        do { return try RecordedLine.read(bytes) } catch {
            guard case .malformed(let what) = error else { throw error }
            throw .malformedLine(line, what)
        }
    }
}

extension RecordingHeader {
    var region: Region {
        get throws(RecordingError) {
            guard let zone = Zone(zone) else {
                throw .malformed("unknown time zone \"\(zone)\"")
            }
            return Region(zone: zone, locale: locale, timeFormat: timeFormat)
        }
    }
}
