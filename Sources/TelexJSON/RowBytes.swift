/// Caches the encoded bytes of rows. A shown row never changes, and neither do its bytes.
///
/// The cache belongs to one reader's encoder, and to the encoder's thread.
package final class RowBytes {
    private static let most = 1000

    /// A reusable buffer for encoding a row before its bytes are cached.
    private var scratch: JSONWriter

    /// - Parameter isCanonical: whether to sort the members of objects by name (RFC 8785).
    package init(isCanonical: Bool = false) { scratch = JSONWriter(isCanonical: isCanonical) }

    /// The cached bytes by row. Retains each row, so that no other object can get the same identifier.
    private var rows: [ObjectIdentifier: (row: AnyObject, bytes: [UInt8])] = [:]

    /// - Parameter write: writes the row if its bytes are not in the cache.
    func bytes(of row: AnyObject, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        let name = ObjectIdentifier(row)
        if let known = rows[name] { return known.bytes }
        scratch.removeAll()
        write(&scratch)
        let bytes = Array(scratch.bytes[...])
        if rows.count >= Self.most { rows.removeAll(keepingCapacity: true) }
        rows[name] = (row, bytes)
        return bytes
    }
}
