/// Why an export cannot be taken in.
public enum ExportError: Error, Hashable {
    case unreadable(path: String, reason: String)
    /// Its first line is no header.
    case noHeader
    case otherVersion(Int)
    /// A line is not as it should be, for this reason; the first is line 1.
    case line(Int, reason: String)
    /// It stops before its last line.
    case unfinished
}

/// The sentences, each with what to do.
extension ExportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "The file \(path) cannot be read: \(reason)."
        case .noHeader:
            "This is no export: its first line is not {\"export\":{…}}. Make one with telex export. Nothing was imported."
        case .otherVersion(let version):
            "The export is of version \(version), and this Telex reads version \(ExportHeader.version). "
                + "Use a newer Telex. Nothing was imported."
        case .line(let number, let reason): "Line \(number): \(reason) Nothing was imported."
        case .unfinished:
            "The export stops before its last line, {\"end\":{…}}: it was cut short. Nothing was imported. Make it anew; "
                + "if that cannot be, add the line {\"end\":{\"isWhole\":false}} to import what there is."
        }
    }
}
