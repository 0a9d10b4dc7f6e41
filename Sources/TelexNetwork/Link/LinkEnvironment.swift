import Foundation

/// What a link is handed from outside: what the store has kept of `connection.bookmarked`, chance, and a clock.
///
/// A bookmark that cannot be read counts as not kept: the link then fetches again, and the core knows what it has.
package struct LinkEnvironment: @unchecked Sendable {  // the store may be asked from any thread
    private let readOne: (String) throws -> String?
    private let readAll: (String) throws -> [String: String]
    /// From 0 to 1.
    package let chance: @Sendable () -> Double
    package let now: @Sendable () -> Date

    /// - Parameters:
    ///   - bookmark: reads what is kept under a name; it may be called from any thread, as the next.
    ///   - bookmarks: reads everything whose name begins with a text.
    package init(
        bookmark: @escaping (String) throws -> String?, bookmarks: @escaping (String) throws -> [String: String],
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        readOne = bookmark
        readAll = bookmarks
        self.chance = chance
        self.now = now
    }

    package func bookmark(_ name: String) -> String? { (try? readOne(name)) ?? nil }

    /// What is kept under names that begin with a prefix, by the rest of the name.
    package func bookmarks(_ prefix: String) -> [String: String] {
        let found = (try? readAll(prefix)) ?? [:]
        return Dictionary(found.map { (String($0.key.dropFirst(prefix.count)), $0.value) }) { first, _ in first }
    }
}
