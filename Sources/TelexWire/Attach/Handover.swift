import TelexCore
import TelexJSON

/// What a program that has joined an owner hands to the next one.
///
/// The owner notes it, beside its lines. Of the program's own lines, those are kept that the owner has not finished, and
/// they are read only once the owner has ended.
public struct Handover {
    private let request: JoinRequest
    /// How many lines the program has got.
    private var seq: Int64 = 0
    /// How many lines the program has sent.
    private var lineCount = 0
    /// The lines of the program that the owner has not finished, by number.
    private(set) var lines: [Int: [UInt8]] = [:]
    /// Those of them that settled as `waiting`.
    private var waiting: [Int: Resumption.Waiting] = [:]
    private var windows: [WindowID: Resumption.Window]

    /// - Parameter request: how the program joins the first owner.
    public init(_ request: JoinRequest) {
        self.request = request
        windows = [.main: Resumption.Window(subscribe: request.subscribe, after: request.after)]
    }

    /// Sends lines that belong together to the owner, all of them in one write. If only some of them reached an owner
    /// before it left, the next one could answer the last as if it had got them all.
    ///
    /// - Parameter write: returns `false` if not all of it could be written. The lines then count as not sent.
    /// - Returns: what `write` returns.
    package mutating func send(_ parcel: Parcel, _ write: (Parcel) -> Bool) -> Bool {
        guard write(parcel) else { return false }
        for line in parcel.lines {
            lineCount += 1
            self.lines[lineCount] = line
        }
        return true
    }

    /// Takes the notes out of lines of the owner.
    ///
    /// - Parameter bytes: removed up to where the last whole line ends.
    /// - Returns: the lines for the program, and why the owner ends them, if it does.
    public mutating func receive(_ bytes: inout ArraySlice<UInt8>) -> (lines: [UInt8], bye: OutLine.Bye?) {
        var output: [UInt8] = []
        while let end = bytes.firstIndex(of: 0x0A) {
            let line = bytes[..<end]
            bytes = bytes[(end + 1)...]
            let separator = line.lastIndex(of: Note.separator)
            let note = separator.flatMap { try? Note.read(JSONValue(text: line[($0 + 1)...])) } ?? Note()
            keep(note)
            // The program never hears this one.
            if note.bye == .ownerLeft { return (output, note.bye) }
            let text = line[..<(separator ?? end)]
            if !text.isEmpty {
                seq += 1
                output += text
                output.append(0x0A)
            }
            if let bye = note.bye { return (output, bye) }
        }
        return (output, nil)
    }

    private mutating func keep(_ note: Note) {
        if let last = note.last {
            // An owner that is not ours could name any numbers.
            for number in stride(from: max(1, note.first ?? last), through: min(last, lineCount), by: 1) {
                (lines[number], waiting[number]) = (nil, nil)
            }
        }
        if let waiting = note.waiting { self.waiting[waiting.line] = waiting }
        for window in note.windows { windows[window.id] = window }
        for window in note.closed { windows[window] = nil }
    }

    /// The lines that the owner has not answered.
    private var unanswered: [InLine] {
        lines.filter { waiting[$0.key] == nil }.sorted(by: \.key).map {
            LineDecoder.decode($0.value[...], number: $0.key)
        }
    }

    /// The request to join another owner, which goes on from here.
    public var next: JoinRequest {
        if seq == 0 { return request }
        var next = request
        next.subscribe = []
        next.after = nil
        let unanswered = unanswered
        var windows = windows
        for line in unanswered { _ = windows.follow(line) }
        next.resumption = Resumption(
            seq: seq, lineCount: Int64(lineCount), requests: unanswered.compactMap(\.request),
            windows: windows.values.sorted { $0.window?.name ?? "" },
            waiting: waiting.values.sorted(by: \.line).map {
                var waiting = $0
                waiting.text = String(decoding: lines[$0.line] ?? [], as: UTF8.self)
                return waiting
            })
        return next
    }

    /// Returns the lines that end those for the program: an error for each request without an answer, and `bye`.
    public func end(_ reason: OutLine.Bye) -> [UInt8] {
        var encoder = LineEncoder(from: seq)
        var writer = encoder.makeWriter()
        for line in unanswered where line.id != nil {
            let error = ErrorLine(LineError.stopped, line: line.number, cause: line.id)
            encoder.encode(.error(error).within(line.window), to: &writer)
        }
        encoder.encode(.bye(reason), to: &writer)
        return writer.bytes
    }
}
