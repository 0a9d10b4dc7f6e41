import Foundation
import TelexCore
import TelexJSON
import TelexRuntime

/// Plays a recording line by line, and shows what each line made, and the views in between.
public final class Rewind {
    /// A line of the recording, and what it made.
    public struct Step {
        /// The number of the line, from 1.
        public let number: Int
        /// When it came; `nil` for a line that has no date.
        public let date: Date?
        /// The id of the request that it belongs to.
        public let request: String?
        /// The name of its window; `nil` for the main one.
        public let window: String?
        /// The event of the line, or else the whole line, as JSON.
        public let content: JSONValue
        /// The lines that the session printed.
        public let written: [JSONValue]
    }

    /// What the session could do.
    let header: RecordingHeader
    let player: Player
    private let lines: () throws(RecordingError) -> ArraySlice<UInt8>?
    private let output: LineOutput
    private let bytes = HeldBytes()
    /// The next line, if it was read already.
    private var ahead: (line: RecordedLine, bytes: ArraySlice<UInt8>)?
    private let first: ArraySlice<UInt8>
    /// The number of the line that was played last; 0 before the first.
    public private(set) var number = 0
    /// The date of the last line that had one.
    public private(set) var date: Date?
    /// How many lines the session had printed.
    private var printed = 0

    /// - Parameters:
    ///   - lines: returns the next line of the recording, and `nil` at its end.
    ///   - continues: whether a session may go on from here.
    public init(
        continues: Bool = false, _ lines: @escaping () throws(RecordingError) -> ArraySlice<UInt8>?
    ) throws(RecordingError) {
        self.lines = lines
        let first = try lines()
        header = try Replay.header(first)
        self.first = first ?? []
        output = LineOutput(bytes, header.updates)
        player = Player(header, try header.region, output, keepsWork: continues)
    }

    /// Whether the recorded people were those of the built-in backend.
    public var hasBots: Bool { header.hello.controls.contains(.backend) }

    /// Plays the next line.
    ///
    /// - Returns: `nil` after the last line.
    /// - Throws: `RecordingError.unfinished` if the recording was cut off.
    public func step() throws -> Step? {
        if number == 0 { return try step(.header(header), first) }
        guard let (line, bytes) = try look() else {
            if !player.hasEnded { throw RecordingError.unfinished }
            return nil
        }
        ahead = nil
        player.play(line)
        return try step(line, bytes)
    }

    private func step(_ line: RecordedLine, _ text: ArraySlice<UInt8>) throws -> Step {
        number += 1
        try output.release()
        let written = bytes.take().split(separator: 0x0A).map { JSONValue(text: $0) ?? .null }
        printed += written.count
        date = line.date ?? date
        let whole = JSONValue(text: text) ?? .null
        let (request, window) = (whole["request"]?["id"]?.string, whole["window"]?.string)
        return Step(
            number: number, date: line.date, request: request, window: window, content: whole["routed"] ?? whole,
            written: written)
    }

    /// The next line, which is not played yet.
    private func look() throws(RecordingError) -> (line: RecordedLine, bytes: ArraySlice<UInt8>)? {
        if ahead == nil, let bytes = try lines() { ahead = (try Replay.read(bytes, line: number + 1), bytes) }
        return ahead
    }

    /// Plays up to a moment.
    ///
    /// - Throws: `RecordingError.noMoment` if the recording has no such moment.
    public func play(to moment: Moment) throws {
        var isThere = false
        while true {
            switch moment {
            case .line(let line): if number >= line { return }
            case .output(let line): if printed > line { return }
            case .request: if isThere { return }
            case .date(let last): if number > 0, let next = try look()?.line.date, next > last { return }
            }
            guard let step = try played() else {
                if case .date = moment, number > 0 { return }
                throw RecordingError.noMoment(moment, lines: number)
            }
            if case .request(let id) = moment { isThere = step.written.contains { $0.answers(id) } }
        }
    }

    /// Plays the next line; returns `nil` after the last line, also of a recording that was cut off.
    private func played() throws -> Step? {
        do { return try step() } catch RecordingError.unfinished { return nil }
    }
}

extension RecordedLine {
    fileprivate var date: Date? { if case .event(_, let stamp, _) = self { stamp.time } else { nil } }
}

extension JSONValue {
    /// Whether it is the line that answers the request with this id.
    fileprivate func answers(_ id: String) -> Bool {
        self["settled"]?.string == id || self["error"] != nil && self["cause"]?.string == id
    }
}

/// Keeps what is written until it is taken.
private final class HeldBytes: ByteSink, @unchecked Sendable {  // only one thread writes
    private var bytes: [UInt8] = []

    func write(_ new: [UInt8]) { bytes += new }

    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
