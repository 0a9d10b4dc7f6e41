/// Why a recording cannot be played.
public enum RecordingError: Error, Hashable {
    case unreadable(path: String, reason: String)
    case malformed(String)
    case malformedLine(Int, String)
    case otherProtocol(Int)
    /// Its header is not of this protocol.
    case otherHeader
    /// It stops before its last line.
    case unfinished
}

/// The sentences, each with what to do.
extension RecordingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "The file \(path) cannot be read: \(reason)."
        case .malformed(let what): "The recording cannot be played: \(what)."
        case .malformedLine(let line, let what):
            "Line \(line) of the recording cannot be played: \(what). Use a file written with --record."
        case .otherProtocol(let number):
            "The recording speaks protocol \(number); this Telex speaks \(ProtocolVersion.number). "
                + "Play it with the version that wrote it."
        case .otherHeader:
            "The recording was written for an older form of protocol \(ProtocolVersion.number), or its first line is "
                + "damaged. Play it with the version that wrote it, or record the session again."
        case .unfinished:
            "The recording stops before its end: the program that wrote it was stopped. All that it holds was played."
        }
    }
}
