import Foundation

/// When to repeat a request that has failed, for the text and the file of a message alike.
///
/// A few short waits go without a word. After those, the user is told.
package struct RetryPolicy: Sendable {
    /// The most failures in a row that nobody is told of.
    static let mostSilentFailures = 4
    /// The longest wait that nobody is told of, in seconds.
    static let longestSilence = 10.0

    /// How often the request has failed.
    private(set) var failures = 0
    private var backoff = Backoff()

    /// Counts a failure.
    ///
    /// - Parameters:
    ///   - retryAfter: how long the server asks clients to wait, in seconds; `nil` if it does not say.
    ///   - chance: a random number from 0 to 1.
    /// - Returns: how long to wait before the next attempt, in seconds, and whether to tell nobody.
    mutating func fail(_ retryAfter: TimeInterval?, _ chance: Double) -> (seconds: TimeInterval, isSilent: Bool) {
        failures += 1
        let seconds = max(backoff.next(chance), retryAfter ?? 0)
        return (seconds, failures <= Self.mostSilentFailures && seconds <= Self.longestSilence)
    }
}

extension RequestFailure {
    /// How long the server asks clients to wait, in seconds; `nil` if it does not say.
    var retryAfter: TimeInterval? { if case .busy(_, let seconds) = self { seconds } else { nil } }
}
