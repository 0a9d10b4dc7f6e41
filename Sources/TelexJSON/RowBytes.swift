/// Caches the encoded bytes of rows. A shown row never changes, and neither do its bytes.
///
/// The cache belongs to one reader's encoder, and to the encoder's thread.
package final class RowBytes {
    private static let most = 1000

    /// A reusable buffer for encoding a row before its bytes are cached.
    private var scratch: JSONWriter

    /// - Parameter isCanonical: whether to sort the members of objects by name (RFC 8785).
    package init(isCanonical: Bool = false) { scratch = JSONWriter(isCanonical: isCanonical) }

    private struct Key: Hashable {
        let row: ObjectIdentifier
        let window: String?
    }

    /// The cached bytes. Retains each row, so that no other object can get the same identifier.
    private var rows: [Key: (row: AnyObject, bytes: [UInt8])] = [:]

    /// - Parameters:
    ///   - window: the window that the row is shown in; `nil` for the main one.
    ///   - write: writes the row if its bytes are not in the cache.
    func bytes(of row: AnyObject, in window: String?, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        let key = Key(row: ObjectIdentifier(row), window: window)
        if let known = rows[key] { return known.bytes }
        scratch.removeAll()
        scratch.window = window
        write(&scratch)
        let bytes = Array(scratch.bytes[...])
        if rows.count >= Self.most { rows.removeAll(keepingCapacity: true) }
        rows[key] = (row, bytes)
        return bytes
    }
}
