import TelexCore

/// Caches the encoded bytes of rows. A shown row never changes, and neither do its bytes.
///
/// The cache belongs to one reader's encoder, and to the encoder's thread.
final class RowBytes {
    private static let most = 1000

    /// A reusable buffer for encoding a row before its bytes are cached.
    private var scratch: JSONWriter

    /// - Parameter isCanonical: whether to sort the members of objects by name (RFC 8785).
    init(isCanonical: Bool = false) { scratch = JSONWriter(isCanonical: isCanonical) }

    /// The cached bytes by row. Retains each row, so that no other object can get the same identifier.
    private var rows: [ObjectIdentifier: (row: AnyObject, bytes: [UInt8])] = [:]

    func bytes<Row: WireRecord>(of shown: Shown<Row>) -> [UInt8] {
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
