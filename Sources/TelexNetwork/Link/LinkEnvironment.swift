import Foundation

/// What a link needs from outside: the bookmarks in the store (`connection.bookmarked`), randomness, and a clock.
///
/// A bookmark that cannot be read counts as missing. The link then fetches again, and the core drops what it already
/// has.
package struct LinkEnvironment: @unchecked Sendable {  // the store may be asked from any thread
    private let readOne: (String) throws -> String?
    private let readAll: (String) throws -> [String: String]
    /// Returns a random number from 0 to 1.
    package let chance: @Sendable () -> Double
    package let now: @Sendable () -> Date

    /// - Parameters:
    ///   - bookmark: reads the bookmark of a name. Like `bookmarks`, it may be called from any thread.
    ///   - bookmarks: reads all bookmarks whose names begin with a prefix.
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

    /// The bookmarks whose names begin with a prefix, by the rest of the name.
    package func bookmarks(_ prefix: String) -> [String: String] {
        let found = (try? readAll(prefix)) ?? [:]
        return Dictionary(found.map { (String($0.key.dropFirst(prefix.count)), $0.value) }) { first, _ in first }
    }
}
