import NIOConcurrencyHelpers

/// Says how much may go through: so much a second for long, and more for a moment.
struct TokenBucket: Sendable {
    let rate: Double
    let burst: Double
    private(set) var tokens: Double
    private var last: ContinuousClock.Instant

    init(rate: Double, burst: Double, now: ContinuousClock.Instant) {
        self.rate = rate
        self.burst = burst
        tokens = burst
        last = now
    }

    /// Takes one token out.
    ///
    /// - Returns: the seconds until there is one, 0 if there was.
    mutating func take(_ now: ContinuousClock.Instant) -> Double {
        fill(now)
        guard tokens >= 1 else { return (1 - tokens) / rate }
        tokens -= 1
        return 0
    }

    /// Whether it is as if it were new.
    mutating func isFull(_ now: ContinuousClock.Instant) -> Bool {
        fill(now)
        return tokens == burst
    }

    private mutating func fill(_ now: ContinuousClock.Instant) {
        tokens = min(burst, tokens + rate * ((now - last) / .seconds(1)))
        last = now
    }
}

/// A token bucket for each key.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    /// With so many keys those whose buckets are full are forgotten.
    private static var crowd: Int { 10_000 }

    private let rate: Double
    private let buckets = NIOLockedValueBox<[Key: TokenBucket]>([:])

    /// - Parameter rate: how many a second.
    init(rate: Int) { self.rate = Double(rate) }

    /// How many keys are remembered.
    var count: Int { buckets.withLockedValue { $0.count } }

    /// - Returns: the seconds to wait, 0 for nothing to wait for.
    func take(_ key: Key, now: ContinuousClock.Instant = .now) -> Double {
        buckets.withLockedValue { buckets in
            if buckets.count >= Self.crowd, buckets[key] == nil {
                buckets = buckets.filter { entry in
                    var bucket = entry.value
                    return !bucket.isFull(now)
                }
            }
            return buckets[key, default: TokenBucket(rate: rate, burst: 10 * rate, now: now)].take(now)
        }
    }
}
