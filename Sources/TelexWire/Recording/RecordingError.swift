/// Why a recording cannot be played.
public enum RecordingError: Error, Hashable {
    case unreadable(path: String, reason: String)
    case malformed(String)
    case malformedLine(Int, String)
    case otherProtocol(Int)
    /// The header does not match this version of the protocol.
    case otherHeader
    /// The recording ends before its last line.
    case unfinished
    /// The recording has no such moment. It has that many lines.
    case noMoment(Moment, lines: Int)
}

/// Error messages for people: what failed, and what to do.
extension RecordingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "Cannot read \(path): \(reason)."
        case .malformed(let what): "Cannot play the recording: \(what)."
        case .malformedLine(let line, let what):
            "Cannot play line \(line) of the recording: \(what). Use a file written with --record."
        case .otherProtocol(let number):
            "The recording speaks protocol \(number); this Telex speaks \(ProtocolVersion.number). "
                + "Play it with the version that wrote it."
        case .otherHeader:
            "The recording was written for an older variant of protocol \(ProtocolVersion.number), or its first line is "
                + "damaged. Play it with the version that wrote it, or record the session again."
        case .unfinished:
            "The recording is incomplete, because the program that wrote it was stopped. All of it was played."
        case .noMoment(let moment, let lines):
            "The recording has no moment \(moment). It has \(lines) lines: see telex replay --list."
        }
    }
}
