/// Why an export cannot be imported.
public enum ExportError: Error, Hashable {
    case unreadable(path: String, reason: String)
    /// The first line is not a header.
    case noHeader
    case otherVersion(Int)
    /// A line is invalid, for this reason. The first line is 1.
    case line(Int, reason: String)
    /// The export ends before its last line.
    case unfinished
}

/// Error messages for people: what failed, and what to do.
extension ExportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "Cannot read \(path): \(reason)."
        case .noHeader:
            "Nothing was imported: this is not an export, since its first line is not {\"export\":{…}}. "
                + "Create an export with telex export."
        case .otherVersion(let version):
            "The export has version \(version); this Telex reads version \(ExportHeader.version). "
                + "Use a newer Telex. Nothing was imported."
        case .line(let number, let reason): "Line \(number): \(reason) Nothing was imported."
        case .unfinished:
            "The export is incomplete: its last line, {\"end\":{…}}, is missing. Nothing was imported. Export again. "
                + "If you cannot, add the line {\"end\":{\"isWhole\":false}} as its last line to import the rest."
        }
    }
}
