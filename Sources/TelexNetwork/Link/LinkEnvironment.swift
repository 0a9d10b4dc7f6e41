import Foundation

/// What a link is handed from outside: a clock, chance, and what the store has kept for it.
package struct LinkEnvironment: Sendable {
    package let bookmarks: Bookmarks
    /// From 0 to 1.
    package let chance: @Sendable () -> Double
    package let now: @Sendable () -> Date

    package init(
        _ bookmarks: Bookmarks, chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.bookmarks = bookmarks
        self.chance = chance
        self.now = now
    }
}
