/// What the store has kept of `connection.bookmarked`.
///
/// What cannot be read counts as not kept: the link then fetches it again, and the core knows what it has.
package struct Bookmarks: @unchecked Sendable {  // the store may be asked from any thread
    private let read: (String) throws -> String?
    private let readAll: (String) throws -> [String: String]

    /// - Parameters:
    ///   - one: reads what is kept under a name.
    ///   - all: reads everything whose name begins with a text. Both may be called from any thread.
    package init(
        one: @escaping (String) throws -> String?,
        all: @escaping (String) throws -> [String: String]
    ) {
        read = one
        readAll = all
    }

    package subscript(name: String) -> String? { (try? read(name)) ?? nil }

    /// What is kept under names that begin with a prefix, by the rest of the name.
    package func all(_ prefix: String) -> [String: String] {
        let found = (try? readAll(prefix)) ?? [:]
        return Dictionary(found.map { (String($0.key.dropFirst(prefix.count)), $0.value) }) { first, _ in first }
    }
}
