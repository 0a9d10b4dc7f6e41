import Foundation

/// The delay before the next retry: it doubles each time, up to 30 s.
///
/// It varies at random, so that the clients of a server that comes back do not all reconnect at the same moment.
package struct Backoff {
    private static let first: TimeInterval = 0.5
    private static let longest: TimeInterval = 30
    private var attempts = 0

    package init() {}

    /// - Parameter chance: a random number from 0 to 1.
    package mutating func next(_ chance: Double) -> TimeInterval {
        let span = min(Self.longest, Self.first * pow(2, Double(attempts)))
        attempts = min(attempts + 1, 16)
        return span * (0.5 + 0.5 * chance)
    }

    package mutating func reset() { attempts = 0 }
}
