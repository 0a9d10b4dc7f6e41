import Foundation
import TelexCore

/// What a link needs from outside: the state that it has kept in the store, randomness, and a clock.
///
/// A value that cannot be read counts as missing. The link then fetches again, and the core drops what it already has.
package struct LinkEnvironment: Sendable {
    private let store: any LinkStore
    /// The files that messages bring; `nil` if none are kept.
    package let files: (any FileStore)?
    /// Returns a random number from 0 to 1.
    package let chance: @Sendable () -> Double
    package let now: @Sendable () -> Date

    package init(
        _ store: any LinkStore, files: (any FileStore)? = nil,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.files = files
        self.chance = chance
        self.now = now
    }

    package func value(_ name: String) -> String? { (try? store.value(name)) ?? nil }

    /// The values whose names begin with a prefix, by the rest of the name.
    package func values(_ prefix: String) -> [String: String] {
        let found = (try? store.values(prefix)) ?? [:]
        return Dictionary(found.map { (String($0.key.dropFirst(prefix.count)), $0.value) }) { first, _ in first }
    }
}
