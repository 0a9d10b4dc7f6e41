import TelexCore

/// How rows were written before: a row is the same for as long as it is shown, and so are its bytes.
///
/// It belongs to one reader's encoder, and to the thread that owns that.
final class RowBytes {
    private static let most = 1000

    /// Where rows are written before their bytes are kept: it has grown as far as it needs to.
    private var scratch: JSONWriter

    /// - Parameter isCanonical: whether the members of objects are ordered by name (RFC 8785).
    init(isCanonical: Bool = false) { scratch = JSONWriter(isCanonical: isCanonical) }

    /// The row stays here, so that no other can be taken for it.
    private var rows: [ObjectIdentifier: (row: AnyObject, bytes: [UInt8])] = [:]

    func bytes<Row: WireObject>(of shown: Shown<Row>) -> [UInt8] {
        let name = ObjectIdentifier(shown)
        if let known = rows[name] { return known.bytes }
        scratch.removeAll()
        shown.row.write(to: &scratch)
        let bytes = Array(scratch.bytes[...])
        if rows.count >= Self.most { rows.removeAll(keepingCapacity: true) }
        rows[name] = (shown, bytes)
        return bytes
    }
}
