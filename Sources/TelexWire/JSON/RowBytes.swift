import TelexCore

/// How rows were written before: a row is the same for as long as it is shown, and so are its bytes.
///
/// It belongs to one reader's encoder, and to the thread that owns that.
final class RowBytes {
    private static let most = 1000

    private let isCanonical: Bool

    /// - Parameter isCanonical: whether the members of objects are ordered by name (RFC 8785).
    init(isCanonical: Bool = false) { self.isCanonical = isCanonical }

    /// The row stays here, so that no other can be taken for it.
    private var rows: [ObjectIdentifier: (row: AnyObject, bytes: [UInt8])] = [:]

    func bytes<Row: WireObject>(of shown: Shown<Row>) -> [UInt8] {
        let name = ObjectIdentifier(shown)
        if let known = rows[name] { return known.bytes }
        var writer = JSONWriter(isCanonical: isCanonical)
        shown.row.write(to: &writer)
        if rows.count >= Self.most { rows.removeAll(keepingCapacity: true) }
        rows[name] = (shown, writer.bytes)
        return writer.bytes
    }
}
