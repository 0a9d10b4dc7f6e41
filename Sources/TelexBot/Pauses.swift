import Foundation

/// Random pauses that are as long as a person's, in seconds.
package struct Pauses: Sendable {
    private var random: SeededRandom

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Until the message is delivered.
    mutating func delivering() -> TimeInterval { between(0.15, 0.4) }
    /// Until it is read.
    mutating func reading() -> TimeInterval { between(0.4, 1.0) }
    /// Until the bot begins to type.
    mutating func thinking() -> TimeInterval { between(0.3, 0.9) }
    /// Until the answer is typed.
    mutating func typing(_ text: String) -> TimeInterval { min(4, 0.5 + Double(text.count) * between(0.02, 0.04)) }

    private mutating func between(_ low: Double, _ high: Double) -> TimeInterval {
        (Double.random(in: low...high, using: &random) * 1000).rounded() / 1000
    }
}
